import type { Page } from '@playwright/test';
import { invoiceSale, listSettlements } from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus } from '@spichlerz/shared/wire/transports';
import type { Client } from '../client.ts';
import { CONNECTION_LOST, dropResponse } from '../fault-injection.ts';
import {
  type AllocatedContracts,
  changeTransportFields,
  dayAsTyped,
  dayFromToday,
  makeAllocatedContracts,
  makeReleasedTransport,
  makeTransport,
  registrationOf,
  uniqueMark,
} from '../records.ts';
import { chooseRowAction, expect, expectNotification, test, type, typeDay } from '../screen.ts';
import { confirm } from '../trading-steps.ts';

// Only an administrator may re-open a paid settlement.
test.use({ account: 'admin' });

/**
 * A marker instead of a KSeF number. Several invoices may have it, so the test can run
 * again on the same database.
 */
const KSEF_NUMBER = 'BFK';
const INVOICE_CALL = '**/api/invoice/create';

async function makeTransports(colleague: Client, count: number): Promise<AllocatedContracts> {
  const allocated = await makeAllocatedContracts(colleague);
  for (let made = 0; made < count; made += 1) {
    // oxlint-disable-next-line no-await-in-loop -- Transports must be created in sequence, because each one changes the balance.
    await makeReleasedTransport(colleague, allocated);
  }
  return allocated;
}

/** Opens the invoice dialog of all transports of a sale. */
async function openJoint(page: Page, { sale }: AllocatedContracts, count: string, query = '') {
  await page.goto(`/contract/sale-list/dashboard/${sale.id}/settlement${query}`);
  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
  await page.getByRole('button', { name: /^Faktura \(/ }).click();
  return page.getByRole('dialog', { name: `Faktura sprzedaży, ${count}` });
}

/** Returns status and number of the stored settlements, the newest first. */
async function stored(colleague: Client, { sale }: AllocatedContracts) {
  const { list } = await colleague(listSettlements.sales, { query: { salesId: sale.id } });
  return list.map((row) => [row.salesSettlementStatus, row.salesInvoiceNumber]);
}

test('transports that a joint invoice could not include stay in its dialog and are saved by a retry', async ({
  page,
  colleague,
}) => {
  // without live changes, the dialog does not show a colleague's change before it saves
  await page.route('**/api/events', (route) => route.abort());
  const allocated = await makeTransports(colleague, 3);
  // Invoiced settlements leave this filtered list.
  const dialog = await openJoint(page, allocated, '3 transporty', '?status=TO_BE_SETTLED');
  const chosen = page.getByLabel('Zaznaczone', { exact: true });
  await expect(chosen).toContainText('Zaznaczono: 3 rozliczenia, razem 75,000 t, 68 250 zł');
  const registration = await invoiceOldest(colleague, allocated, 'INVOICE');
  await type(dialog, 'Nr faktury', 'FS/1');
  await type(dialog, 'Nr KSeF', KSEF_NUMBER);
  const save = dialog.getByRole('button', { name: 'Zapisz fakturę' });
  await save.click();
  const rest = page.getByRole('dialog', { name: 'Faktura sprzedaży, 1 transport' });
  await expect(rest.getByRole('alert')).toContainText(['Na fakturze nie ma jeszcze: 1 transport.']);
  await expect(rest.getByRole('rowheader', { name: registration })).toContainText('Ktoś zmienił');
  await rest.getByRole('button', { name: 'Zapisz fakturę' }).click();
  await expectNotification(page, 'Zapisano fakturę');
  expect(await stored(colleague, allocated)).toEqual([
    ['INVOICE', 'FS/1'],
    ['INVOICE', 'FS/1'],
    ['INVOICE', 'FS/1'],
  ]);
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
  await chooseRowAction(page, registration, 'Faktura');
  const one = page.getByRole('dialog', { name: `Faktura sprzedaży, ${registration}` });
  await expect(one.getByRole('status')).toContainText('Faktura FS/1 obejmuje też 2 inne transporty.');
  await expect(one.getByRole('textbox', { name: 'Nr KSeF' })).toHaveValue(KSEF_NUMBER);
});

for (const [title, fail] of [
  ['request', CONNECTION_LOST.respond],
  ['response', dropResponse],
] as const) {
  test(`a paid joint invoice whose ${title} was lost is saved by a retry`, async ({ page, colleague }) => {
    const allocated = await makeTransports(colleague, 2);
    const dialog = await openJoint(page, allocated, '2 transporty');
    await type(dialog, 'Nr faktury', 'FS/3');
    await typeDay(dialog, 'Termin płatności', dayAsTyped(14));
    await dialog.getByRole('switch', { name: 'Oznacz jako opłacone' }).click();
    const pay = async () => {
      await dialog.getByRole('button', { name: 'Oznacz jako opłacone' }).click();
      await confirm(page, 'Oznaczyć rozliczenia jako opłacone?', 'Oznacz jako opłacone');
    };
    await page.route(INVOICE_CALL, fail, { times: 1 });
    await pay();
    await expect(dialog.getByText(`Nie udało się zapisać. ${CONNECTION_LOST.sentence}`)).toBeVisible();
    await pay();
    await expectNotification(page, 'Oznaczono rozliczenia jako opłacone');
    expect(await stored(colleague, allocated)).toEqual([
      ['PAID', 'FS/3'],
      ['PAID', 'FS/3'],
    ]);
  });
}

/** As a colleague, enters the invoice of the oldest transport or marks it as paid. */
async function invoiceOldest(colleague: Client, allocated: AllocatedContracts, status: 'INVOICE' | 'PAID') {
  const { list } = await colleague(listSettlements.sales, { query: { salesId: allocated.sale.id } });
  const { settlementId = 0, transportId = 0 } = list.at(-1) ?? {};
  await colleague(invoiceSale, {
    body: {
      settlementId,
      salesSettlementStatus: status,
      salesInvoiceNumber: 'FS/4',
      salesDeliverDate: dayFromToday(0),
      salesPaymentDate: dayFromToday(7),
    },
  });
  return registrationOf(colleague, transportId);
}

test('a joint invoice does not re-open a settlement that a colleague has marked as paid', async ({
  page,
  colleague,
}) => {
  const allocated = await makeTransports(colleague, 2);
  await invoiceOldest(colleague, allocated, 'INVOICE');
  const events = page.waitForResponse('**/api/events');
  const dialog = await openJoint(page, allocated, '2 transporty');
  await events;
  await type(dialog, 'Nr faktury', 'FS/5');
  const registration = await invoiceOldest(colleague, allocated, 'PAID');
  await expect(dialog.getByRole('alert')).toContainText([
    `Faktury nie można zapisać dla transportu ${registration}. Opłaconego rozliczenia nie można już zmieniać.`,
  ]);
  const save = dialog.getByRole('button', { name: 'Zapisz fakturę' });
  await expect(save).toBeDisabled();
  // Enter submits the form although the button looks disabled.
  await dialog.getByRole('textbox', { name: 'Nr faktury' }).press('Enter');
  await expect(dialog).toBeVisible();
  expect(await stored(colleague, allocated)).toEqual([
    ['TO_BE_SETTLED', null],
    ['PAID', 'FS/4'],
  ]);
});

test('an invoice does not re-open a settlement that a colleague has marked as paid', async ({
  page,
  colleague,
}) => {
  const allocated = await makeTransports(colleague, 1);
  const registration = await invoiceOldest(colleague, allocated, 'INVOICE');
  const events = page.waitForResponse('**/api/events');
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
  await events;
  await chooseRowAction(page, registration, 'Faktura');
  const dialog = page.getByRole('dialog', { name: `Faktura sprzedaży, ${registration}` });
  await type(dialog, 'Nr faktury', 'FS/5');
  await invoiceOldest(colleague, allocated, 'PAID');
  await expect(dialog.getByText('Opłaconego rozliczenia nie można już zmieniać.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Zapisz', exact: true })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Nr faktury' }).press('Enter');
  await expect(dialog).toBeVisible();
  expect(await stored(colleague, allocated)).toEqual([['PAID', 'FS/4']]);
});

test('transports selected in logistics are invoiced together, and a long registration number hides no figures', async ({
  page,
  colleague,
}) => {
  const registrationNumber = `${uniqueMark()}${'PO'.repeat(40)}`;
  const allocated = await makeAllocatedContracts(colleague);
  const transportId = await makeTransport(colleague, allocated);
  await changeTransportFields(colleague, transportId, { registrationNumber });
  await colleague(changeTransportStatus, { body: { transportId, status: 'DELIVERED' } });
  await colleague(changeTransportStatus, { body: { transportId, status: 'TO_BE_SETTLED' } });
  await page.goto(`/logistics?search=${registrationNumber}`);
  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
  await expect(page.getByRole('button', { name: 'Faktura zakupu (1)' })).toBeDisabled();
  await page.getByRole('button', { name: 'Faktura sprzedaży (1)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Faktura sprzedaży, 1 transport' });
  const cell = (name: RegExp) => dialog.getByRole('cell', { name }).first();
  await expect(cell(/^25,000\st$/)).toBeInViewport({ ratio: 1 });
  await expect(cell(/^22\s750\szł$/)).toBeInViewport({ ratio: 1 });
  await type(dialog, 'Nr faktury', 'FS/L');
  await dialog.getByRole('button', { name: 'Zapisz fakturę' }).click();
  await expectNotification(page, 'Zapisano fakturę');
  expect(await stored(colleague, allocated)).toEqual([['INVOICE', 'FS/L']]);
});
