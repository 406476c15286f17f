import { getTransport } from '@spichlerz/shared/wire/transports';
import { makeAllocatedContracts, makeTransport } from '../records.ts';
import { chooseRowAction, expect, expectNotification, test, type } from '../screen.ts';

test('a known registration number fills the form and warns about another transport, and a dialog can add several transports', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const known = await colleague(getTransport, { params: { id: await makeTransport(colleague, allocated) } });
  const registration = known.registrationNumber;
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/realization`);
  await chooseRowAction(page, allocated.purchase.number, 'Dodaj transport');
  const dialog = page.getByRole('dialog', { name: 'Nowy transport' });
  await type(dialog, 'Nr rejestracyjny', registration.toLowerCase().replaceAll(' ', ''));
  await expect(dialog.getByText(/^Dane pojazdu jak w jego transporcie/)).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Kierowca', exact: true })).toHaveValue(known.driverName);
  await expect(dialog.getByText(/^Ten pojazd jest w tych dniach w innym transporcie/)).toBeVisible();

  await dialog.getByRole('checkbox', { name: 'Po zapisaniu dodaj kolejny taki sam' }).check();
  const save = dialog.getByRole('button', { name: 'Dodaj transport' });
  await save.click();
  const registrationField = dialog.getByRole('textbox', { name: 'Nr rejestracyjny' });
  await expect(registrationField).toBeFocused();
  // Focusing the field selects its text, so typing replaces it.
  await page.keyboard.type('PO 99AAA');
  await expect(registrationField).toHaveValue('PO 99AAA');
  await expectNotification(page, 'Dodano transport');
  await dialog.getByRole('checkbox').uncheck();
  await save.click();
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: 'Transport' }).click();
  // Expects the header row and three transports.
  await expect(page.getByRole('row')).toHaveCount(4);
});
