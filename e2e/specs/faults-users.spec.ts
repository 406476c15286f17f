import { changeUserAddress, getUser, getUserAddress } from '@spichlerz/shared/wire/users';
import { makeUser } from '../records.ts';
import { expect, expectNotification, test, type } from '../screen.ts';

test.use({ account: 'admin' });

test('a typed address stays in the form of a user when a colleague saves the address or the administrator saves the user', async ({
  page,
  colleague,
}) => {
  const { id } = await makeUser(colleague);
  const main = page.getByRole('main');
  const form = page.getByRole('region', { name: 'Adres', exact: true });
  const street = form.getByRole('textbox', { name: 'Ulica' });
  const saveAddress = async () => {
    await page.getByRole('button', { name: 'Zapisz adres', exact: true }).click();
    await expectNotification(page, 'Zapisano adres.');
  };
  const eventStream = page.waitForResponse('**/api/events');
  await page.goto(`/users/form/${id}`);
  await eventStream;

  await test.step('a colleague saves the address of the user', async () => {
    const city = form.getByRole('textbox', { name: 'Miejscowość' });
    await colleague(changeUserAddress, { params: { id }, body: { city: 'Gniezno' } });
    await expect(city).toHaveValue('Gniezno');
    await street.fill('Zbożowa');
    await colleague(changeUserAddress, { params: { id }, body: { city: 'Śrem' } });
    await expect(main.getByRole('alert')).toContainText('Miejscowość: było Gniezno, jest Śrem.');
    await expect(city).toHaveValue('Śrem');
    await expect(street).toHaveValue('Zbożowa');
    await saveAddress();
    expect(await colleague(getUserAddress, { params: { id } })).toMatchObject({
      street: 'Zbożowa',
      city: 'Śrem',
    });
    const entries = page.getByRole('list', { name: 'Historia zmian' }).getByRole('listitem');
    await expect(entries.first()).toContainText('Zbożowa');
  });

  await test.step('saving the user asks for confirmation before leaving the page with an unsaved address', async () => {
    await type(main, 'Imię', 'Bronisława');
    await type(main, 'Ulica', 'Polna');
    await page.getByRole('button', { name: 'Zapisz', exact: true }).click();
    const confirmation = page.getByRole('dialog', { name: 'Porzucić zmiany?' });
    await confirmation.getByRole('button', { name: 'Wróć do formularza' }).click();
    await expectNotification(page, 'Zapisano użytkownika');
    await saveAddress();
    expect(await colleague(getUserAddress, { params: { id } })).toMatchObject({ street: 'Polna' });
    expect(await colleague(getUser, { params: { id } })).toMatchObject({ firstName: 'Bronisława' });
  });
});
