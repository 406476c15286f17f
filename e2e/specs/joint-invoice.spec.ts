import type { Page } from '@playwright/test';
import { invoiceSale, listSettlements } from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus } from '@spichlerz/shared/wire/transports';
import type { Client } from '../client.ts';
import { CONNECTION_LOST, dropResponse } from '../fault-injection.ts';
import { navigateInApp } from '../navigation.ts';
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
import { chooseRowAction, expect, expectNotification, rowOf, test, type, typeDay } from '../screen.ts';
import { confirm } from '../trading-steps.ts';

// Only an administrator may re-open a paid settlement.
test.use({ account: 'admin' });

/** A marker instead of a KSeF number. Several invoices may have it, so a retry of a test can use it again. */
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

/** Returns the status and the invoice number of each stored settlement of the sale, the newest first. */
async function stored(colleague: Client, { sale }: AllocatedContracts) {
  const { list } = await colleague(listSettlements.sales, { query: { salesId: sale.id } });
  return list.map((row) => [row.salesSettlementStatus, row.salesInvoiceNumber]);
}

test('when a joint invoice cannot include one of its transports, this transport stays in the dialog and a retry adds it', async ({
  page,
  colleague,
}) => {
  // Without live changes, the dialog does not show the change of a colleague before the save.
  await page.route('**/api/events', (route) => route.abort());
  const allocated = await makeTransports(colleague, 3);
  // Invoiced settlements leave this filtered list.
  const dialog = await openJoint(page, allocated, '3 transporty', '?status=TO_BE_SETTLED');
  const chosen = page.getByLabel('Zaznaczone', { exact: true });
  await expect(chosen).toContainText('Zaznaczono: 3 rozliczenia, razem 75,000 t, 68 250 zł');
  const registration = await invoice(colleague, allocated, 'oldest', 'INVOICE');
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
  await navigateInApp(page, `/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
  await expect(page.getByRole('cell', { name: 'FS/1' })).toHaveCount(3);
  await expect(page.getByRole('cell', { name: 'Zafakturowane' })).toHaveCount(3);
  await chooseRowAction(page, registration, 'Faktura');
  const one = page.getByRole('dialog', { name: `Faktura sprzedaży, ${registration}` });
  await expect(one.getByRole('status')).toContainText('Faktura FS/1 obejmuje też 2 inne transporty.');
  await expect(one.getByRole('textbox', { name: 'Nr KSeF' })).toHaveValue(KSEF_NUMBER);
});

test('after a lost request or a lost response, a retry saves a joint invoice that is marked as paid', async ({
  page,
  colleague,
}) => {
  const allocated = await makeTransports(colleague, 2);
  const dialog = await openJoint(page, allocated, '2 transporty');
  await type(dialog, 'Nr faktury', 'FS/3');
  await typeDay(dialog, 'Termin płatności', dayAsTyped(14));
  await dialog.getByRole('switch', { name: 'Oznacz jako opłacone' }).click();
  const pay = async () => {
    await dialog.getByRole('button', { name: 'Oznacz jako opłacone' }).click();
    await confirm(page, 'Oznaczyć rozliczenia jako opłacone?', 'Oznacz jako opłacone');
  };
  const failure = dialog.getByText(`Nie udało się zapisać. ${CONNECTION_LOST.sentence}`);
  for (const fail of [CONNECTION_LOST.respond, dropResponse]) {
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/invoice/create'));
    await page.route(INVOICE_CALL, fail, { times: 1 });
    await pay();
    await failed;
    await expect(failure).toBeVisible();
  }
  await pay();
  await expectNotification(page, 'Oznaczono rozliczenia jako opłacone');
  expect(await stored(colleague, allocated)).toEqual([
    ['PAID', 'FS/3'],
    ['PAID', 'FS/3'],
  ]);
  const { list } = await colleague(listSettlements.sales, { query: { salesId: allocated.sale.id } });
  expect(list.map((row) => row.salesPaymentDate)).toEqual([dayFromToday(14), dayFromToday(14)]);
});

/**
 * As a colleague, enters the invoice of a transport. With the status PAID, the invoice is entered as already
 * paid. Returns the registration number of the transport.
 */
async function invoice(
  colleague: Client,
  allocated: AllocatedContracts,
  transport: 'oldest' | 'newest',
  status: 'INVOICE' | 'PAID',
) {
  const { list } = await colleague(listSettlements.sales, { query: { salesId: allocated.sale.id } });
  const { settlementId = 0, transportId = 0 } = list.at(transport === 'oldest' ? -1 : 0) ?? {};
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

test('an invoice cannot be saved after a colleague has marked one of its settlements as paid', async ({
  page,
  colleague,
}) => {
  const allocated = await makeTransports(colleague, 2);
  await invoice(colleague, allocated, 'oldest', 'INVOICE');
  const events = page.waitForResponse('**/api/events');
  const dialog = await openJoint(page, allocated, '2 transporty');
  await events;

  await test.step('a joint invoice with a paid transport cannot be saved', async () => {
    await expect(dialog.getByRole('textbox', { name: 'Termin płatności' })).toHaveValue(dayAsTyped(7));
    await type(dialog, 'Nr faktury', 'FS/5');
    await expect(dialog.getByText('Nowy numer zastąpi dotychczasowe: FS/4.')).toBeVisible();
    const registration = await invoice(colleague, allocated, 'oldest', 'PAID');
    await expect(dialog.getByRole('alert')).toContainText([
      `Faktury nie można zapisać dla transportu ${registration}. Opłaconego rozliczenia nie można już zmieniać.`,
    ]);
    await expect(dialog.getByRole('button', { name: 'Zapisz fakturę' })).toBeDisabled();
    // The disabled button does not stop Enter from submitting the form. Nothing must be stored.
    await dialog.getByRole('textbox', { name: 'Nr faktury' }).press('Enter');
    await expect(dialog).toBeVisible();
    expect(await stored(colleague, allocated)).toEqual([
      ['TO_BE_SETTLED', null],
      ['PAID', 'FS/4'],
    ]);
    await dialog.getByRole('button', { name: 'Anuluj' }).click();
    await confirm(page, 'Porzucić zmiany?', 'Porzuć zmiany');
  });

  await test.step('the invoice of a single transport cannot be saved after a colleague has marked the settlement as paid', async () => {
    const registration = await invoice(colleague, allocated, 'newest', 'INVOICE');
    await expect(rowOf(page, registration)).toContainText('FS/4');
    await chooseRowAction(page, registration, 'Faktura');
    const one = page.getByRole('dialog', { name: `Faktura sprzedaży, ${registration}` });
    await type(one, 'Nr faktury', 'FS/5');
    await invoice(colleague, allocated, 'newest', 'PAID');
    await expect(one.getByText('Opłaconego rozliczenia nie można już zmieniać.')).toBeVisible();
    await expect(one.getByRole('button', { name: 'Zapisz', exact: true })).toBeDisabled();
    await one.getByRole('textbox', { name: 'Nr faktury' }).press('Enter');
    await expect(one).toBeVisible();
    expect(await stored(colleague, allocated)).toEqual([
      ['PAID', 'FS/4'],
      ['PAID', 'FS/4'],
    ]);
  });
});

test('a transport selected in logistics can be invoiced; a long registration number hides no figures in the dialog', async ({
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
