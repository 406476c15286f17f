import { expect, test, type } from '../screen.ts';

test('the address of a user requires a post code in the form 00-000 in Poland, but not in Germany', async ({
  page,
}) => {
  await page.goto('/my-account');
  const address = page.getByRole('region', { name: 'Adres', exact: true });
  const shape = address.getByText('Wpisz kod pocztowy w postaci 00-000.');
  await type(address, 'Kod pocztowy', '1');
  await expect(shape).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zapisz adres' })).toBeDisabled();
  const country = address.getByRole('combobox', { name: 'Kraj' });
  // The click scrolls the field into view. Options are hidden while their field is out of view.
  await country.click();
  await country.fill('Niem');
  await page.getByRole('option', { name: 'Niemcy' }).click();
  await expect(shape).toBeHidden();
});
