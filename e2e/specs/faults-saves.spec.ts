import { contracts } from '@spichlerz/shared/wire/contracts';
import { listSettlements } from '@spichlerz/shared/wire/settlements';
import {
  CONNECTION_LOST,
  collectUnexpectedErrors,
  deferRequests,
  LOST_RESPONSE,
} from '../fault-injection.ts';
import {
  dayAsTyped,
  dayFromToday,
  makeAllocatedContracts,
  makeReleasedTransport,
  makeTransport,
  registrationOf,
} from '../records.ts';
import {
  chooseRowAction,
  expect,
  expectError,
  expectNotification,
  searchAndChoose,
  test,
  type,
  typeDay,
  typeNumber,
} from '../screen.ts';
import { confirm } from '../trading-steps.ts';

const failureOf = (sentence: string) => `Nie udało się zapisać. ${sentence}`;

test('the contract form is locked during a save, keeps its input after a failure, and saves without a conflict after a lost response', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const { id, number } = (await makeAllocatedContracts(colleague)).sale;
  const saving = await deferRequests(page, ({ pathname }) => pathname === `/api/contract/update-sales/${id}`);
  let isRefetchDeferred = false;
  const refetch = await deferRequests(
    page,
    ({ pathname }) => isRefetchDeferred && pathname.endsWith(`/get-sales-dashboard/${id}`),
  );
  // Waits until the stream of live changes is open, because the stream updates the form after a save whose
  // response was lost.
  const streamOpened = page.waitForResponse('**/api/events');
  await page.goto(`/contract/sale-list/dashboard/${id}/details`);
  await streamOpened;
  const main = page.getByRole('main');
  const price = main.getByRole('textbox', { name: 'Cena główna', exact: true });
  const remarks = main.getByRole('textbox', { name: 'Uwagi', exact: true });
  const documentNumber = main.getByRole('textbox', { name: 'Nr kontraktu' });
  const save = async () => {
    await documentNumber.press('Enter');
    await confirm(page, `Zapisać zmiany w kontrakcie ${number}?`, 'Zapisz');
    await expect.poll(saving.count).toBe(1);
  };
  await typeNumber(price, '812,50');
  await type(main, 'Uwagi', 'brama od podwórza');

  await test.step('the confirmation has no button "Anuluj", which would be ambiguous', async () => {
    await documentNumber.press('Enter');
    const confirmation = page.getByRole('dialog', { name: `Zapisać zmiany w kontrakcie ${number}?` });
    await expect(confirmation.getByRole('button', { name: 'Wróć do formularza' })).toBeVisible();
    await expect(confirmation.getByRole('button', { name: 'Anuluj' })).toHaveCount(0);
    await confirm(page, `Zapisać zmiany w kontrakcie ${number}?`, 'Wróć do formularza');
  });

  await test.step('typed keys are ignored during the save; after the failure the focus returns to the field', async () => {
    await save();
    for (const field of [remarks, documentNumber]) {
      await field.focus();
      await page.keyboard.type(' zgubione');
    }
    await expect(documentNumber).toHaveValue(number);
    await saving.release(CONNECTION_LOST.respond);
    await expect(documentNumber).toBeFocused();
    await expectError(page, CONNECTION_LOST.sentence);
    await expect(main.getByText(failureOf(CONNECTION_LOST.sentence))).toBeVisible();
    await expect(price).toHaveValue('812,50');
    await expect(remarks).toHaveValue('brama od podwórza');
  });

  await test.step('the form stays locked until the saved contract is fetched', async () => {
    isRefetchDeferred = true;
    await save();
    await saving.release();
    await expect.poll(refetch.count).toBeGreaterThan(0);
    expect(await remarks.evaluate((field) => field.closest('[inert]') !== null)).toBe(true);
    isRefetchDeferred = false;
    await refetch.release();
    await expect(documentNumber).toBeFocused();
    await expectNotification(page, 'Zapisano kontrakt');
  });

  await test.step('a retry after a lost response saves without a conflict', async () => {
    await type(main, 'Uwagi', 'brama od ulicy');
    await save();
    await saving.release(LOST_RESPONSE.respond);
    await expect(main.getByText(failureOf(LOST_RESPONSE.sentence))).toBeVisible();
    await expect(remarks).toHaveValue('brama od ulicy');
    await save();
    await saving.release();
    await expectNotification(page, 'Zapisano kontrakt');
    await expect(page.getByText('Ten kontrakt zmieniono')).toBeHidden();
    const { mainCargoOption, comments } = await colleague(contracts.sales.dashboard, { params: { id } });
    expect([mainCargoOption.price, comments]).toEqual([81_250, 'brama od ulicy']);
  });
  expect(errors).toEqual([]);
});

test('the dialog that moves a settlement keeps its fields after a lost response, and a retry completes the move', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const allocated = await makeAllocatedContracts(colleague);
  const { sale } = await makeAllocatedContracts(colleague);
  const transportId = await makeTransport(colleague, allocated, 'DELIVERED');
  const registration = await registrationOf(colleague, transportId);
  // Waits until the stream of live changes is open, because the stream updates the form after a save whose
  // response was lost.
  const streamOpened = page.waitForResponse('**/api/events');
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
  await streamOpened;
  await chooseRowAction(page, registration, 'Przenieś');
  const dialog = page.getByRole('dialog', { name: `Przenieś rozliczenie, ${registration}` });
  await searchAndChoose(dialog, 'Nowy kontrakt sprzedaży', sale.number);
  await expect(dialog.getByText('Cena rzeczywista zmieni się na cenę nowego')).toBeVisible();
  await type(dialog, 'Szczegóły', 'pomylony kontrakt');
  const move = async () => {
    await dialog.getByRole('button', { name: 'Dalej' }).click();
    await confirm(page, 'Przenieść rozliczenie?', 'Przenieś');
  };

  await page.route('**/api/contract/settlement-reallocate', LOST_RESPONSE.respond, { times: 1 });
  await move();
  await expect(dialog.getByText(failureOf(LOST_RESPONSE.sentence))).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Nowy kontrakt sprzedaży' })).toHaveValue(
    new RegExp(`^${sale.number},`),
  );
  await expect(dialog.getByRole('textbox', { name: 'Szczegóły' })).toHaveValue('pomylony kontrakt');
  await move();
  await expectNotification(page, 'Przeniesiono rozliczenie');
  const { list } = await colleague(listSettlements.sales, { query: { salesId: sale.id } });
  expect(list.map(({ details }) => details)).toEqual(['pomylony kontrakt']);
  expect(errors).toEqual([]);
});

test('if the response to marking an invoice as paid is lost, the dialog keeps its fields, and a retry saves the invoice', async ({
  page,
  colleague,
}) => {
  const errors = collectUnexpectedErrors(page);
  const allocated = await makeAllocatedContracts(colleague);
  const { sale } = allocated;
  const transportId = await makeReleasedTransport(colleague, allocated);
  const registration = await registrationOf(colleague, transportId);
  // Waits until the stream of live changes is open, because the stream updates the form after a save whose
  // response was lost.
  const streamOpened = page.waitForResponse('**/api/events');
  await page.goto(`/contract/sale-list/dashboard/${sale.id}/settlement`);
  await streamOpened;
  await chooseRowAction(page, registration, 'Faktura');
  const dialog = page.getByRole('dialog', { name: `Faktura sprzedaży, ${registration}` });
  await type(dialog, 'Nr faktury', 'FS/7');
  await typeDay(dialog, 'Termin płatności', dayAsTyped(14));
  await dialog.getByRole('switch', { name: 'Oznacz jako opłacone' }).click();
  const pay = async () => {
    await dialog.getByRole('button', { name: 'Oznacz jako opłacone' }).click();
    await confirm(page, 'Oznaczyć rozliczenie jako opłacone?', 'Oznacz jako opłacone');
  };

  await page.route('**/api/contract/settlement-set-sales-invoice', LOST_RESPONSE.respond, { times: 1 });
  await pay();
  await expect(dialog.getByText(failureOf(LOST_RESPONSE.sentence))).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Nr faktury' })).toHaveValue('FS/7');
  await expect(dialog.getByRole('textbox', { name: 'Termin płatności' })).toHaveValue(dayAsTyped(14));
  await pay();
  await expectNotification(page, 'Oznaczono rozliczenie jako opłacone');
  const { list } = await colleague(listSettlements.sales, { query: { salesId: sale.id } });
  expect(list).toMatchObject([
    { salesSettlementStatus: 'PAID', salesInvoiceNumber: 'FS/7', salesPaymentDate: dayFromToday(14) },
  ]);
  expect(errors).toEqual([]);
});
