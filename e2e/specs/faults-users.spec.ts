import type { Page } from '@playwright/test';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { changeUserAddress, getUser, getUserAddress } from '@spichlerz/shared/wire/users';
import { busyServer, collectUnexpectedErrors, LOST_RESPONSE } from '../fault-injection.ts';
import { makeUser, uniqueMark, uniqueNip } from '../records.ts';
import { expect, expectNotification, test, type } from '../screen.ts';

const save = (page: Page, name = 'Zapisz') => page.getByRole('button', { name, exact: true }).click();

test.describe('an administrator', () => {
  test.use({ account: 'admin' });
  test("an address that an administrator is typing stays in the form when another user saves that user's address", async ({
    page,
    colleague,
  }) => {
    const { id } = await makeUser(colleague);
    const form = page.getByRole('region', { name: 'Adres', exact: true });
    const [street, city] = [
      form.getByRole('textbox', { name: 'Ulica' }),
      form.getByRole('textbox', { name: 'Miejscowość' }),
    ];
    const follows = page.waitForResponse('**/api/events');
    await page.goto(`/users/form/${id}`);
    await follows;
    await colleague(changeUserAddress, { params: { id }, body: { city: 'Gniezno' } });
    await expect(city).toHaveValue('Gniezno');

    await street.fill('Zbożowa');
    const refreshed = page.waitForResponse('**/api/profile/get-user-address/*');
    await colleague(changeUserAddress, { params: { id }, body: { city: 'Śrem' } });
    await (await refreshed).finished();
    // The refetched values are rendered once the browser is idle.
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    await expect(street).toHaveValue('Zbożowa');
    await save(page, 'Zapisz adres');
    await expectNotification(page, 'Zapisano adres.');
    expect(await colleague(getUserAddress, { params: { id } })).toMatchObject({ street: 'Zbożowa' });
  });

  test("saving the user's data asks for confirmation before it leaves a page with an unsaved address", async ({
    page,
    colleague,
  }) => {
    const { id } = await makeUser(colleague);
    const main = page.getByRole('main');
    await page.goto(`/users/form/${id}`);
    await type(main, 'Imię', 'Bronisława');
    await type(main, 'Ulica', 'Zbożowa');
    await save(page, 'Zapisz');
    const confirmation = page.getByRole('dialog', { name: 'Porzucić zmiany?' });
    await confirmation.getByRole('button', { name: 'Wróć do formularza' }).click();
    await expectNotification(page, 'Zapisano użytkownika');
    await save(page, 'Zapisz adres');
    await expectNotification(page, 'Zapisano adres.');
    expect(await colleague(getUserAddress, { params: { id } })).toMatchObject({ street: 'Zbożowa' });
    expect(await colleague(getUser, { params: { id } })).toMatchObject({ firstName: 'Bronisława' });
  });
});

test('an import keeps its file when the server is busy or a response is lost, and a retry imports the file once', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const mark = uniqueMark();
  const table = `Nazwa;NIP\r\nA ${mark};${uniqueNip()}\r\nB ${mark};${uniqueNip()}\r\n`;
  await page.goto('/data/recipient-list/import');
  await page
    .getByLabel('Plik do importu')
    .setInputFiles({ name: 'odbiorcy.csv', mimeType: '', buffer: Buffer.from(table) });
  await page.getByRole('button', { name: 'Sprawdź 2 wiersze' }).click();
  const run = page.getByRole('button', { name: 'Importuj 2 odbiorców' });
  const message = page.getByRole('main').getByRole('alert');
  for (const { sentence, respond } of [busyServer('Serwer wczytuje już inne'), LOST_RESPONSE]) {
    await page.route('**/api/contractor/recipient/import', respond, { times: 1 });
    await run.click();
    await expect(message).toContainText(sentence);
    await expect(page.getByRole('region', { name: '3. Podgląd' })).toContainText('2 do zaimportowania');
  }
  await run.click();
  await expect(page.getByRole('region', { name: 'Wynik' })).toContainText('Zaimportowano 2 odbiorców.');
  const { list } = await colleague(contractors.sales.list, { body: { search: mark } });
  expect(list.map(({ fullName }) => fullName).toSorted()).toEqual([`A ${mark}`, `B ${mark}`]);
  expect(errors).toEqual([]);
});
