import {
  invoiceSale,
  listSettlements,
  movePurchaseSettlement,
  settleSale,
} from '@spichlerz/shared/wire/settlements';
import type { Client } from '../client.ts';
import {
  type AllocatedContracts,
  dayFromToday,
  makeAllocatedContracts,
  makeReleasedTransport,
  registrationOf,
} from '../records.ts';
import {
  chooseRowAction,
  expect,
  expectNotification,
  normalizeSpaces,
  rowOf,
  test,
  type,
} from '../screen.ts';
import { confirm } from '../trading-steps.ts';

/** Opens the settlement of the only transport of a sale. */
async function openSettlement(page: Parameters<typeof chooseRowAction>[0], colleague: Client) {
  const allocated = await makeAllocatedContracts(colleague);
  const transportId = await makeReleasedTransport(colleague, allocated);
  const registration = await registrationOf(colleague, transportId);
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
  await chooseRowAction(page, registration, 'Rozlicz');
  const dialog = page.getByRole('dialog', { name: `Rozliczenie sprzedaży, ${registration}` });
  await type(dialog, 'Szczegóły', 'wpisane u mnie');
  const settle = (realQuantityKg: number, realCargoPrice: number) =>
    colleague(settleSale, {
      body: {
        transportId,
        salesSettlementStatus: 'TO_BE_SETTLED',
        options: [{ realQuantityKg, realCargoPrice, realCargoQuality: 'Paszowa' }],
      },
    });
  return { allocated, dialog, settle };
}

async function storedSale(colleague: Client, { sale }: AllocatedContracts) {
  const { list } = await colleague(listSettlements.sales, { query: { salesId: sale.id } });
  return list[0];
}

test("the settlement dialog shows a colleague's change in its fields, except in those that the user has typed into", async ({
  page,
  colleague,
}) => {
  const events = page.waitForResponse('**/api/events');
  const { allocated, dialog, settle } = await openSettlement(page, colleague);
  await events;
  await settle(21_000, 88_000);
  const notification = dialog
    .getByRole('alert')
    .filter({ hasText: 'Ktoś zmienił ten rekord w międzyczasie' });
  await expect(notification).toContainText('jest 21,000 t po 880,00, Paszowa');
  await expect(dialog.getByRole('textbox', { name: 'Szczegóły' })).toHaveValue('wpisane u mnie');
  await expect(dialog.getByRole('textbox', { name: 'Cena rzeczywista' })).toHaveValue('880,00');
  await type(dialog, 'Szczegóły', 'po uzgodnieniu');
  await dialog.getByRole('button', { name: 'Zapisz rozliczenie' }).click();
  await expectNotification(page, 'Zapisano rozliczenie sprzedaży');
  expect(await storedSale(colleague, allocated)).toMatchObject({
    details: 'po uzgodnieniu',
    options: [{ realQuantityKg: 21_000, realCargoPrice: 88_000 }],
  });
});

/** The warning of a split sale. `transport` is empty or a space with the registration number. */
const splitWarning = (transport: string) =>
  `Rozliczenie sprzedaży opiewa na 24,400 t, a waga transportu${transport} to 25,000 t: różnica przekracza 0,500 t. Sprawdź dostarczoną ilość.`;

test('the list and the invoice dialog warn when the settled quantity differs from the weight', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const settledFor = async (realQuantityKg: number) => {
    const transportId = await makeReleasedTransport(colleague, allocated);
    await colleague(settleSale, {
      body: {
        transportId,
        salesSettlementStatus: 'TO_BE_SETTLED',
        options: [{ realQuantityKg, realCargoPrice: 95_000, realCargoQuality: 'Paszowa' }],
      },
    });
    return registrationOf(colleague, transportId);
  };
  const registrations = [await settledFor(24_500), await settledFor(24_400)] as const;
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
  await expect(rowOf(page, registrations[1])).toContainText('sprawdź');
  await expect(rowOf(page, registrations[0])).not.toContainText('sprawdź');

  const warningOfOne = async (registration: string) => {
    await chooseRowAction(page, registration, 'Faktura');
    const dialog = page.getByRole('dialog', { name: `Faktura sprzedaży, ${registration}` });
    await expect(dialog.getByRole('textbox', { name: 'Nr faktury' })).toBeVisible();
    const message = await dialog.getByText('Rozliczenie sprzedaży opiewa na').allTextContents();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    return message;
  };
  expect(await warningOfOne(registrations[0])).toEqual([]);
  expect((await warningOfOne(registrations[1])).map(normalizeSpaces)).toEqual([splitWarning('')]);

  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
  await page.getByRole('button', { name: 'Faktura (2)' }).click();
  const joint = page.getByRole('dialog', { name: 'Faktura sprzedaży, 2 transporty' });
  const warning = joint.getByText('Rozliczenie sprzedaży opiewa na');
  await expect(warning).toHaveCount(1);
  expect(normalizeSpaces((await warning.textContent()) ?? '')).toBe(splitWarning(` ${registrations[1]}`));
});

test('the invoice dialog shows that the amount has changed', async ({ page, colleague }) => {
  const allocated = await makeAllocatedContracts(colleague);
  const transportId = await makeReleasedTransport(colleague, allocated);
  const registration = await registrationOf(colleague, transportId);
  const events = page.waitForResponse('**/api/events');
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
  await events;
  await chooseRowAction(page, registration, 'Faktura');
  const dialog = page.getByRole('dialog', { name: `Faktura sprzedaży, ${registration}` });
  await type(dialog, 'Nr faktury', 'FS/3');
  await colleague(settleSale, {
    body: {
      transportId,
      salesSettlementStatus: 'TO_BE_SETTLED',
      options: [{ realQuantityKg: 24_000, realCargoPrice: 50_000, realCargoQuality: 'Paszowa' }],
    },
  });
  const notification = dialog
    .getByRole('alert')
    .filter({ hasText: 'Ktoś zmienił ten rekord w międzyczasie' });
  await expect(notification).toContainText('Ilość rozliczona: było 25,000 t, jest 24,000 t.');
  await expect(notification).toContainText('jest 12 000 zł.');
  await expect(notification.getByRole('button')).toHaveCount(0);
  await expect(dialog.getByRole('textbox', { name: 'Nr faktury' })).toHaveValue('FS/3');
  await expect(dialog.getByText('Kwota rozliczenia 12 000 zł.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Rozlicz dostawę' }).click();
  await expectNotification(page, 'Zapisano fakturę');
  expect(await storedSale(colleague, allocated)).toMatchObject({
    salesInvoiceNumber: 'FS/3',
    amount: 1_200_000,
  });
});

test('the new amount of an invoice can be saved without a change of any field', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const transportId = await makeReleasedTransport(colleague, allocated);
  const registration = await registrationOf(colleague, transportId);
  const { settlementId = 0 } = (await storedSale(colleague, allocated)) ?? {};
  await colleague(invoiceSale, {
    body: {
      settlementId,
      salesSettlementStatus: 'INVOICE',
      salesInvoiceNumber: 'FS/4',
      salesDeliverDate: dayFromToday(0),
    },
  });
  await colleague(settleSale, {
    body: {
      transportId,
      salesSettlementStatus: 'INVOICE',
      options: [{ realQuantityKg: 24_000, realCargoPrice: 50_000, realCargoQuality: 'Paszowa' }],
    },
  });
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
  await chooseRowAction(page, registration, 'Faktura');
  const dialog = page.getByRole('dialog', { name: `Faktura sprzedaży, ${registration}` });
  const warning = dialog.getByText('Do korekty');
  expect(normalizeSpaces((await warning.textContent()) ?? '')).toBe(
    'Do korekty: wystawiona faktura opiewa na 22 750 zł, a rozliczenie na 12 000 zł.',
  );
  await dialog.getByRole('button', { name: 'Zapisz' }).click();
  await expectNotification(page, 'Zapisano fakturę');
  expect(await storedSale(colleague, allocated)).toMatchObject({ amount: 1_200_000, needsCorrection: false });
});

for (const live of ['with', 'without'] as const) {
  test(`the invoice dialog stays open when a colleague's invoice removes the row from the filtered list, ${live} live changes`, async ({
    page,
    colleague,
  }) => {
    if (live === 'without') await page.route('**/api/events', (route) => route.abort());
    const allocated = await makeAllocatedContracts(colleague);
    const registration = await registrationOf(colleague, await makeReleasedTransport(colleague, allocated));
    const { settlementId = 0 } = (await storedSale(colleague, allocated)) ?? {};
    const events = live === 'with' ? page.waitForResponse('**/api/events') : null;
    await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/settlement?status=TO_BE_SETTLED`);
    await events;
    await chooseRowAction(page, registration, 'Faktura');
    const dialog = page.getByRole('dialog', { name: `Faktura sprzedaży, ${registration}` });
    await type(dialog, 'Nr faktury', 'FS/12');
    await colleague(invoiceSale, {
      body: {
        settlementId,
        salesSettlementStatus: 'INVOICE',
        salesInvoiceNumber: 'FS/11',
        salesDeliverDate: dayFromToday(0),
      },
    });
    const save = dialog.getByRole('button', { name: 'Rozlicz dostawę' });
    if (live === 'without') await save.click();
    const notification = dialog
      .getByRole('alert')
      .filter({ hasText: 'Ktoś zmienił ten rekord w międzyczasie' });
    await expect(notification).toContainText(
      'Nr faktury: było -, jest FS/11, w formularzu zostaje Twój wpis.',
    );
    await expect(dialog.getByRole('textbox', { name: 'Nr faktury' })).toHaveValue('FS/12');
    await save.click();
    await expectNotification(page, 'Zapisano fakturę');
    expect(await storedSale(colleague, allocated)).toMatchObject({ salesInvoiceNumber: 'FS/12' });
  });
}

for (const live of ['with', 'without'] as const) {
  test(`a settlement moved by a colleague is settled in its new contract, ${live} live changes`, async ({
    page,
    colleague,
  }) => {
    if (live === 'without') await page.route('**/api/events', (route) => route.abort());
    const allocated = await makeAllocatedContracts(colleague);
    const other = await makeAllocatedContracts(colleague);
    const transportId = await makeReleasedTransport(colleague, allocated);
    const registration = await registrationOf(colleague, transportId);
    const events = live === 'with' ? page.waitForResponse('**/api/events') : null;
    await page.goto(`/contract/purchase-list/dashboard/${allocated.purchase.id}/settlement`);
    await events;
    await chooseRowAction(page, registration, 'Rozlicz');
    const dialog = page.getByRole('dialog', { name: `Rozliczenie zakupu, ${registration}` });
    await type(dialog, 'Potrącenia', 'za wilgotność');
    await colleague(movePurchaseSettlement, { body: { transportId, newPurchaseId: other.purchase.id } });
    const save = async () => {
      await dialog.getByRole('button', { name: 'Zapisz rozliczenie' }).click();
      await confirm(page, 'Zapisać rozliczenie zakupu?', 'Zapisz rozliczenie');
    };
    if (live === 'without') await save();
    const notification = dialog
      .getByRole('alert')
      .filter({ hasText: 'Ktoś zmienił ten rekord w międzyczasie' });
    await expect(notification).toContainText(
      `Kontrakt zakupu: było ${allocated.purchase.number}, jest ${other.purchase.number}.`,
    );
    await expect(dialog.getByRole('textbox', { name: 'Potrącenia', exact: true })).toHaveValue(
      'za wilgotność',
    );
    await save();
    await expectNotification(page, 'Zapisano rozliczenie zakupu');
    const { list } = await colleague(listSettlements.purchase, { query: { purchaseId: other.purchase.id } });
    expect(list).toMatchObject([{ purchaseSettlementStatus: 'SETTLED', deductions: 'za wilgotność' }]);
  });
}

test.describe('an administrator', () => {
  test.use({ account: 'admin' });

  test('an administrator re-opens a settlement changed by a colleague and keeps the typed reason', async ({
    page,
    colleague,
  }) => {
    await page.route('**/api/events', (route) => route.abort());
    const allocated = await makeAllocatedContracts(colleague);
    const transportId = await makeReleasedTransport(colleague, allocated);
    const registration = await registrationOf(colleague, transportId);
    const { settlementId = 0 } = (await storedSale(colleague, allocated)) ?? {};
    await colleague(invoiceSale, {
      body: {
        settlementId,
        salesSettlementStatus: 'PAID',
        salesInvoiceNumber: 'FS/21',
        salesDeliverDate: dayFromToday(0),
        salesPaymentDate: dayFromToday(14),
      },
    });
    await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
    await chooseRowAction(page, registration, 'Otwórz ponownie');
    const dialog = page.getByRole('dialog', { name: 'Otworzyć rozliczenie ponownie?' });
    await type(dialog, 'Powód', 'zła kwota');
    await colleague(settleSale, {
      body: {
        transportId,
        salesSettlementStatus: 'PAID',
        options: [{ realQuantityKg: 24_000, realCargoPrice: 50_000, realCargoQuality: 'Paszowa' }],
      },
    });
    const save = dialog.getByRole('button', { name: 'Otwórz ponownie' });
    await save.click();
    const notification = dialog
      .getByRole('alert')
      .filter({ hasText: 'Ktoś zmienił ten rekord w międzyczasie' });
    await expect(notification).toContainText('jest 12 000 zł.');
    await expect(dialog.getByRole('textbox', { name: 'Powód' })).toHaveValue('zła kwota');
    await save.click();
    await expectNotification(page, 'Otwarto rozliczenie ponownie');
    expect(await storedSale(colleague, allocated)).toMatchObject({
      salesSettlementStatus: 'INVOICE',
      salesInvoiceNumber: 'FS/21',
    });
  });
});
