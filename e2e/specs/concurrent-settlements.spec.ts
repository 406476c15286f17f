import {
  invoiceSale,
  listSettlements,
  movePurchaseSettlement,
  settleSale,
} from '@spichlerz/shared/wire/settlements';
import type { Client } from '../client.ts';
import { navigateInApp } from '../navigation.ts';
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

const CONFLICT_NOTICE = 'Ktoś zmienił ten rekord w międzyczasie';

async function storedSale(colleague: Client, { sale }: AllocatedContracts) {
  const { list } = await colleague(listSettlements.sales, { query: { salesId: sale.id } });
  return list[0];
}

/**
 * The warning that the settled quantity of a sale differs from the weight. `transport` is empty, or a space
 * followed by the registration number.
 */
const splitWarning = (transport: string) =>
  `Rozliczenie sprzedaży opiewa na 24,400 t, a waga transportu${transport} to 25,000 t: różnica przekracza 0,500 t. Sprawdź dostarczoną ilość.`;

test('the settlement list and the invoice dialog warn when the settled quantity and the transport weight differ by more than 0.5 t', async ({
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

test("the invoice dialog shows a colleague's changes live, even after the settlement has left the filtered list", async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const transportId = await makeReleasedTransport(colleague, allocated);
  const registration = await registrationOf(colleague, transportId);
  const { settlementId = 0 } = (await storedSale(colleague, allocated)) ?? {};
  const settle = (salesSettlementStatus: 'TO_BE_SETTLED' | 'INVOICE', realCargoPrice: number) =>
    colleague(settleSale, {
      body: {
        transportId,
        salesSettlementStatus,
        options: [{ realQuantityKg: 24_000, realCargoPrice, realCargoQuality: 'Paszowa' }],
      },
    });
  const events = page.waitForResponse('**/api/events');
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/settlement?status=TO_BE_SETTLED`);
  await events;
  await chooseRowAction(page, registration, 'Faktura');
  const dialog = page.getByRole('dialog', { name: `Faktura sprzedaży, ${registration}` });
  const number = dialog.getByRole('textbox', { name: 'Nr faktury' });
  const notification = dialog.getByRole('alert').filter({ hasText: CONFLICT_NOTICE });
  await type(dialog, 'Nr faktury', 'FS/12');

  await test.step("a colleague's new amount is listed and replaces the shown amount", async () => {
    await settle('TO_BE_SETTLED', 50_000);
    await expect(notification).toContainText('Ilość rozliczona: było 25,000 t, jest 24,000 t.');
    await expect(notification).toContainText('jest 12 000 zł.');
    await expect(notification.getByRole('button')).toHaveCount(0);
    await expect(number).toHaveValue('FS/12');
    await expect(dialog.getByText('Kwota rozliczenia 12 000 zł.')).toBeVisible();
  });

  await test.step("a colleague's invoice number is listed, and saving replaces it with the typed number", async () => {
    await colleague(invoiceSale, {
      body: {
        settlementId,
        salesSettlementStatus: 'INVOICE',
        salesInvoiceNumber: 'FS/11',
        salesDeliverDate: dayFromToday(0),
      },
    });
    await expect(notification).toContainText(
      'Nr faktury: było -, jest FS/11, w formularzu zostaje Twój wpis.',
    );
    await expect(number).toHaveValue('FS/12');
    await dialog.getByRole('button', { name: 'Rozlicz dostawę' }).click();
    await expectNotification(page, 'Zapisano fakturę');
    const saved = { salesInvoiceNumber: 'FS/12', amount: 1_200_000 };
    expect(await storedSale(colleague, allocated)).toMatchObject(saved);
  });

  await test.step('after the settled amount has changed, the invoice can be saved without editing a field', async () => {
    await settle('INVOICE', 40_000);
    await navigateInApp(page, `/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
    await chooseRowAction(page, registration, 'Faktura');
    await expect(dialog.getByText('Do korekty')).toHaveText(
      'Do korekty: wystawiona faktura opiewa na 12 000 zł, a rozliczenie na 9 600 zł.',
    );
    await dialog.getByRole('button', { name: 'Zapisz' }).click();
    await expectNotification(page, 'Zapisano fakturę');
    const saved = { amount: 960_000, needsCorrection: false };
    expect(await storedSale(colleague, allocated)).toMatchObject(saved);
  });
});

test('without live changes, saving a settlement that a colleague has moved shows a conflict notice; a second save settles it on the new contract', async ({
  page,
  colleague,
}) => {
  await page.route('**/api/events', (route) => route.abort());
  const allocated = await makeAllocatedContracts(colleague);
  const other = await makeAllocatedContracts(colleague);
  const transportId = await makeReleasedTransport(colleague, allocated);
  const registration = await registrationOf(colleague, transportId);
  await page.goto(`/contract/purchase-list/dashboard/${allocated.purchase.id}/settlement`);
  await chooseRowAction(page, registration, 'Rozlicz');
  const dialog = page.getByRole('dialog', { name: `Rozliczenie zakupu, ${registration}` });
  await type(dialog, 'Potrącenia', 'za wilgotność');
  await colleague(movePurchaseSettlement, { body: { transportId, newPurchaseId: other.purchase.id } });
  const save = async () => {
    await dialog.getByRole('button', { name: 'Zapisz rozliczenie' }).click();
    await confirm(page, 'Zapisać rozliczenie zakupu?', 'Zapisz rozliczenie');
  };
  await save();
  await expect(dialog.getByRole('alert').filter({ hasText: CONFLICT_NOTICE })).toContainText(
    `Kontrakt zakupu: było ${allocated.purchase.number}, jest ${other.purchase.number}.`,
  );
  await expect(dialog.getByRole('textbox', { name: 'Potrącenia', exact: true })).toHaveValue('za wilgotność');
  await save();
  await expectNotification(page, 'Zapisano rozliczenie zakupu');
  const { list } = await colleague(listSettlements.purchase, { query: { purchaseId: other.purchase.id } });
  expect(list).toMatchObject([{ purchaseSettlementStatus: 'SETTLED', deductions: 'za wilgotność' }]);
});

test.describe('signed in as an administrator', () => {
  test.use({ account: 'admin' });

  test('re-opening a settlement that a colleague has changed shows a conflict notice and keeps the typed reason', async ({
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
    const notification = dialog.getByRole('alert').filter({ hasText: CONFLICT_NOTICE });
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
