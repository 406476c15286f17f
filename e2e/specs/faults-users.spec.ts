import type { Page } from '@playwright/test';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { changeUserAddress, getUser, getUserAddress } from '@spichlerz/shared/wire/users';
import { collectUnexpectedErrors, failuresOfLimitedCall, LOST_RESPONSE } from '../fault-injection.ts';
import { INITIAL_PASSWORD, makeUser, uniqueMark, uniqueNip } from '../records.ts';
import { testSaveFailures, type WriteCase } from '../save-cases.ts';
import { expect, expectNotification, test, type } from '../screen.ts';
import { OWN_PASSWORD } from '../sign-in.ts';

const save = (page: Page, name = 'Zapisz') => page.getByRole('button', { name, exact: true }).click();

const USER_FORMS: readonly WriteCase[] = [
  {
    title: 'a change of a user',
    fillForm: async (page, colleague) => {
      const user = await makeUser(colleague);
      const main = page.getByRole('main');
      await page.goto(`/users/form/${user.id}`);
      await type(main, 'Imię', 'Ewelina');
      return {
        form: main,
        url: '**/api/profile/update/*',
        save: () => save(page),
        fields: [[main.getByRole('textbox', { name: 'Imię' }), 'Ewelina']],
        notification: 'Zapisano użytkownika',
        readStored: async () => (await colleague(getUser, { params: { id: user.id } })).firstName,
        stored: 'Ewelina',
      };
    },
  },
  {
    title: "a user's address",
    fillForm: async (page, colleague) => {
      const { id } = await makeUser(colleague);
      const main = page.getByRole('main');
      await page.goto(`/users/form/${id}`);
      await type(main, 'Ulica', 'Zbożowa');
      await type(main, 'Miejscowość', 'Poznań');
      return {
        form: main,
        url: '**/api/profile/update-user-address/*',
        save: () => save(page, 'Zapisz adres'),
        fields: [
          [main.getByRole('textbox', { name: 'Ulica' }), 'Zbożowa'],
          [main.getByRole('textbox', { name: 'Miejscowość' }), 'Poznań'],
        ],
        notification: 'Zapisano adres.',
        readStored: async () => {
          const { street, city } = await colleague(getUserAddress, { params: { id } });
          return [street, city];
        },
        stored: ['Zbożowa', 'Poznań'],
      };
    },
  },
];

test.describe('an administrator', () => {
  test.use({ account: 'admin' });
  testSaveFailures(USER_FORMS, { isRepeatable: false });

  test('an administrator keeps the typed address when another user saves it', async ({ page, colleague }) => {
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

  test('leaving with an unsaved address needs confirmation after the user data was saved', async ({
    page,
    colleague,
  }) => {
    const { id } = await makeUser(colleague);
    const main = page.getByRole('main');
    await page.goto(`/users/form/${id}`);
    await type(main, 'Imię', 'Bronisława');
    await type(main, 'Ulica', 'Zbożowa');
    await save(page, 'Zapisz');
    const question = page.getByRole('dialog', { name: 'Porzucić zmiany?' });
    await question.getByRole('button', { name: 'Wróć do formularza' }).click();
    await expectNotification(page, 'Zapisano użytkownika');
    await save(page, 'Zapisz adres');
    await expectNotification(page, 'Zapisano adres.');
    expect(await colleague(getUserAddress, { params: { id } })).toMatchObject({ street: 'Zbożowa' });
    expect(await colleague(getUser, { params: { id } })).toMatchObject({ firstName: 'Bronisława' });
  });
});

test.describe('a user with a password set by an administrator', () => {
  test.use({ account: null });
  testSaveFailures(
    [
      {
        title: 'a new password',
        fillForm: async (page, colleague) => {
          const { email } = await makeUser(colleague);
          await page.goto('/login');
          await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
          await page.getByLabel(/^Hasło/).fill(INITIAL_PASSWORD);
          await page.getByRole('button', { name: 'Zaloguj' }).click();
          const main = page.getByRole('main');
          const typed = [
            [main.getByLabel(/^Obecne hasło/), INITIAL_PASSWORD],
            [main.getByLabel(/^Nowe hasło/), OWN_PASSWORD],
            [main.getByLabel(/^Powtórz nowe hasło/), OWN_PASSWORD],
          ] as const;
          for (const [field, password] of typed) await field.fill(password);
          return {
            form: main,
            url: '**/api/profile/change-password',
            save: () => save(page, 'Zmień hasło'),
            fields: typed,
            notification: 'Zmieniono hasło',
            readStored: async () =>
              (
                await page.request.post('/api/auth/login', { data: { email, password: OWN_PASSWORD } })
              ).status(),
            stored: 200,
          };
        },
      },
    ],
    { isRepeatable: false },
  );
});

test('the last step of an import keeps the file through every failure and imports it once', async ({
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
  for (const { sentence, respond } of [...failuresOfLimitedCall('Serwer wczytuje już inne'), LOST_RESPONSE]) {
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
