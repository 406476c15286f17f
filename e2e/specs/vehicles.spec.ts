import { getTransport } from '@spichlerz/shared/wire/transports';
import { changeTransportFields, makeAllocatedContracts, makeTransport, registrationOf } from '../records.ts';
import { chooseRowAction, expect, expectNotification, test, type } from '../screen.ts';

test('a known vehicle fills the form and warns about other transports, and the next transport is added in the same dialog', async ({
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
  // The header row and three transports.
  await expect(page.getByRole('row')).toHaveCount(4);
});

test('a registration number that is too long shows an error and sends no request', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  await makeTransport(colleague, allocated);
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/realization`);
  await chooseRowAction(page, allocated.purchase.number, 'Dodaj transport');
  const dialog = page.getByRole('dialog', { name: 'Nowy transport' });
  const vehicleIsAsked = page.waitForRequest('**/api/contract/vehicle*', { timeout: 2_000 });
  await type(dialog, 'Nr rejestracyjny', 'P'.repeat(256));
  await expect(dialog.getByText('Wpisz najwyżej 255 znaków.')).toBeVisible();
  await expect(vehicleIsAsked).rejects.toThrow(/Timeout/);
});

test('choosing another vehicle replaces the data and GMP number of the previous one', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const [first, second] = [
    await makeTransport(colleague, allocated),
    await makeTransport(colleague, allocated),
  ];
  await changeTransportFields(colleague, first, {
    carrierName: 'Trans-Pasza',
    isGmp: true,
    gmpNumber: 'PL-77',
  });
  await changeTransportFields(colleague, second, { carrierName: 'Trans-Ziarno', isGmp: false });
  const [certified, plain] = [
    await registrationOf(colleague, first),
    await registrationOf(colleague, second),
  ];
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/realization`);
  await chooseRowAction(page, allocated.purchase.number, 'Dodaj transport');
  const dialog = page.getByRole('dialog', { name: 'Nowy transport' });
  const number = dialog.getByRole('textbox', { name: 'Nr GMP' });
  const carrier = dialog.getByRole('textbox', { name: 'Przewoźnik' });
  const fillIn = dialog.getByRole('button', { name: 'Wypełnij tymi danymi' });
  await type(dialog, 'Nr rejestracyjny', certified);
  await expect(number).toHaveValue('PL-77');
  await type(dialog, 'Nr rejestracyjny', plain);
  await expect(carrier).toHaveValue('Trans-Ziarno');
  await expect(number).toBeHidden();
  await expect(dialog.getByRole('switch', { name: 'Transport z GMP' })).not.toBeChecked();
  await type(dialog, 'Przewoźnik', 'Trans-Zboże');
  await type(dialog, 'Nr rejestracyjny', certified);
  await fillIn.click();
  await expect(carrier).toHaveValue('Trans-Pasza');
  await expect(number).toHaveValue('PL-77');
});

test('continuing to an unknown registration number removes filled-in data and keeps typed data', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const transport = await makeTransport(colleague, allocated);
  await changeTransportFields(colleague, transport, { isGmp: true, gmpNumber: 'PL-77' });
  const known = await colleague(getTransport, { params: { id: transport } });
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/realization`);
  await chooseRowAction(page, allocated.purchase.number, 'Dodaj transport');
  const dialog = page.getByRole('dialog', { name: 'Nowy transport' });
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  await type(dialog, 'Nr rejestracyjny', known.registrationNumber);
  await expect(field('Kierowca')).toHaveValue(known.driverName);
  await expect(field('Nr GMP')).toHaveValue('PL-77');
  await type(dialog, 'Nr rejestracyjny', `${known.registrationNumber}7`);
  // oxlint-disable-next-line no-await-in-loop -- The requests must be sent in sequence.
  for (const name of ['Kierowca', 'Telefon kierowcy', 'Nr naczepy'])
    await expect(field(name)).toHaveValue('');
  // the carrier of the last transport between both contracts is proposed again
  await expect(field('Przewoźnik')).toHaveValue(known.carrierName);
  await expect(field('Nr GMP')).toBeHidden();

  await type(dialog, 'Nr rejestracyjny', known.registrationNumber);
  await expect(field('Kierowca')).toHaveValue(known.driverName);
  await type(dialog, 'Kierowca', 'Jan Typowany');
  const answer = page.waitForResponse('**/api/contract/vehicle*');
  await type(dialog, 'Nr rejestracyjny', `${known.registrationNumber}8`);
  await answer;
  await expect(dialog.getByText(/^Ten pojazd/)).toBeHidden();
  await expect(field('Kierowca')).toHaveValue('Jan Typowany');
  await expect(field('Przewoźnik')).toHaveValue(known.carrierName);
});
