import type { Locator, Page } from '@playwright/test';
import { allocate } from '@spichlerz/shared/wire/allocations';
import { changeAgreementStatus } from '@spichlerz/shared/wire/contract-changes';
import { contracts } from '@spichlerz/shared/wire/contracts';
import {
  changeTransportStatus,
  getTransport,
  redirectTransport,
  settleFreight,
} from '@spichlerz/shared/wire/transports';
import type { Client } from '../client.ts';
import {
  changeTransportFields,
  changeUnloadedWeight,
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
  expectNotification,
  searchAndChoose,
  test,
  type,
  typeDay,
  typeNumber,
} from '../screen.ts';
import { confirm, editTransport } from '../trading-steps.ts';

const CONFLICT_NOTICE = 'Ktoś zmienił ten rekord w międzyczasie';

/** Opens the freight dialog of a released transport. */
async function openFreight(page: Page, colleague: Client) {
  const allocated = await makeAllocatedContracts(colleague);
  const transportId = await makeReleasedTransport(colleague, allocated);
  const registration = await registrationOf(colleague, transportId);
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await chooseRowAction(page, registration, 'Rozlicz fracht');
  return { dialog: page.getByRole('dialog', { name: `Rozliczenie frachtu, ${registration}` }), transportId };
}

async function typeInvoice(dialog: Locator): Promise<void> {
  await typeDay(dialog, 'Data wystawienia', dayAsTyped(0));
  await type(dialog, 'Nr faktury', 'FT/2');
}

test("the freight dialog shows a colleague's change and overwrites it only after confirmation", async ({
  page,
  colleague,
}) => {
  const { dialog, transportId } = await openFreight(page, colleague);
  await typeInvoice(dialog);
  await colleague(settleFreight, {
    body: {
      transportId,
      status: 'INVOICE',
      freightAmount: 123_456,
      transportInvoiceNumber: 'FT/1',
      transportInvoiceCreateDate: dayFromToday(0),
      details: 'ryczałt',
    },
  });
  const save = dialog.getByRole('button', { name: 'Zapisz' });
  await save.click();
  const notification = dialog.getByRole('alert').filter({ hasText: CONFLICT_NOTICE });
  await expect(notification).toContainText('Nr faktury: było -, jest FT/1, w formularzu zostaje Twój wpis.');
  await expect(dialog.getByRole('textbox', { name: 'Nr faktury' })).toHaveValue('FT/2');
  expect(await colleague(getTransport, { params: { id: transportId } })).toMatchObject({
    details: 'ryczałt',
  });
  await expect(dialog.getByRole('textbox', { name: 'Szczegóły' })).toHaveValue('ryczałt');
  await notification.getByRole('button', { name: 'Wczytaj aktualne dane' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Nr faktury' })).toHaveValue('FT/1');
  await type(dialog, 'Nr faktury', 'FT/3');
  await save.click();
  await expectNotification(page, 'Rozliczono fracht');
  expect(await colleague(getTransport, { params: { id: transportId } })).toMatchObject({
    transportInvoiceNumber: 'FT/3',
    freightAmount: 123_456,
    details: 'ryczałt',
  });
});

test('the freight dialog updates the proposed freight when a colleague changes the unloaded weight', async ({
  page,
  colleague,
}) => {
  const { dialog, transportId } = await openFreight(page, colleague);
  await typeInvoice(dialog);
  await colleague(changeTransportStatus, { body: { transportId, status: 'DELIVERED' } });
  await changeTransportFields(colleague, transportId, { freightPerTonne: 6_000, realQuantityKg: 24_300 });
  await colleague(changeTransportStatus, { body: { transportId, status: 'TO_BE_SETTLED' } });
  const save = dialog.getByRole('button', { name: 'Zapisz' });
  await save.click();
  const notification = dialog.getByRole('alert').filter({ hasText: CONFLICT_NOTICE });
  await expect(notification).toContainText('Waga transportu: było 25,000 t, jest 24,300 t.');
  await expect(notification).toContainText('Fracht za tonę: było 45,00 zł/t, jest 60,00 zł/t.');
  await expect(notification).toContainText('Fracht: było 1 125 zł, jest 1 458 zł.');
  await expect(dialog).toContainText('24,300 t × 60,00 zł/t = 1 458 zł');
  await expect(dialog.getByRole('textbox', { name: 'Fracht', exact: true })).toHaveValue('1\u00a0458,00');
  await expect(notification.getByRole('button', { name: 'Wczytaj aktualne dane' })).toHaveCount(0);
  await save.click();
  await expectNotification(page, 'Rozliczono fracht');
  expect(await colleague(getTransport, { params: { id: transportId } })).toMatchObject({
    transportInvoiceNumber: 'FT/2',
    freightAmount: 145_800,
  });
});

test("a redirect after a colleague's redirect shows the contract that the colleague has chosen and needs confirmation", async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const [theirs, mine] = [await makeAllocatedContracts(colleague), await makeAllocatedContracts(colleague)];
  const transportId = await makeTransport(colleague, allocated, 'ON_THE_WAY');
  const registration = await registrationOf(colleague, transportId);
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await chooseRowAction(page, registration, 'Przekieruj');
  const dialog = page.getByRole('dialog', { name: `Przekieruj transport ${registration}` });
  await searchAndChoose(dialog, 'Nowy kontrakt sprzedaży', mine.sale.number);
  await type(dialog, 'Fracht za tonę', '47');
  await colleague(redirectTransport, {
    body: {
      transportId,
      newSalesId: theirs.sale.id,
      dateUnloading: dayFromToday(2),
      freightPerTonne: 5_000,
      comment: 'brama od podwórza',
    },
  });
  const next = dialog.getByRole('button', { name: 'Dalej' });
  await next.click();
  await confirm(page, 'Przekierować transport?', 'Przekieruj');
  const notification = dialog.getByRole('alert').filter({ hasText: CONFLICT_NOTICE });
  await expect(notification).toContainText(
    `Kontrakt sprzedaży: było ${allocated.sale.number}, jest ${theirs.sale.number}.`,
  );
  await expect(notification).toContainText(
    'Fracht za tonę: było 45,00 zł/t, jest 50,00 zł/t, w formularzu zostaje Twój wpis.',
  );
  await expect(notification).toContainText(`Data rozładunku: było ${dayAsTyped(1)}, jest ${dayAsTyped(2)}.`);
  await expect(notification).toContainText('Uwagi: było -, jest brama od podwórza.');
  await expect(dialog.getByRole('textbox', { name: 'Fracht za tonę' })).toHaveValue('47,00');
  await expect(dialog.getByRole('textbox', { name: 'Uwagi' })).toHaveValue('brama od podwórza');
  await notification.getByRole('button', { name: 'Wczytaj aktualne dane' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Fracht za tonę' })).toHaveValue('50,00');
  await next.click();
  const confirmation = page.getByRole('dialog', { name: 'Przekierować transport?' });
  await expect(confirmation).toContainText(theirs.sale.number);
  await expect(confirmation).not.toContainText(allocated.sale.number);
  await confirmation.getByRole('button', { name: 'Przekieruj' }).click();
  await expectNotification(page, 'Przekierowano transport');
  expect(await colleague(getTransport, { params: { id: transportId } })).toMatchObject({
    salesId: mine.sale.id,
    freightPerTonne: 5_000,
    dateUnloading: dayFromToday(2),
    comment: 'brama od podwórza',
  });
});

test('the allocation dialog shows that the open quantity was reduced', async ({ page, colleague }) => {
  const allocated = await makeAllocatedContracts(colleague);
  const setOpen = (quantityKg: number) =>
    colleague(allocate, {
      params: { id: allocated.sale.id },
      body: { purchaseId: allocated.purchase.id, quantityKg },
    });
  await setOpen(60_000);
  const events = page.waitForResponse('**/api/events');
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/realization`);
  await events;
  await chooseRowAction(page, allocated.purchase.number, 'Edytuj alokację');
  const dialog = page.getByRole('dialog', { name: 'Edytuj alokację' });
  await type(dialog, 'Ilość do zaalokowania', '70');
  await setOpen(35_000);
  const notification = dialog.getByRole('alert').filter({ hasText: CONFLICT_NOTICE });
  await expect(notification).toContainText('było 60,000 t, jest 35,000 t');
  await expect(dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' })).toHaveValue('70,000');
  await notification.getByRole('button', { name: 'Wczytaj aktualne dane' }).click();
  await expect(notification).toBeHidden();
  await expect(dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' })).toHaveValue('35,000');
});

test('a transport released by a colleague can be viewed but not saved', async ({ page, colleague }) => {
  await page.route('**/api/events', (route) => route.abort());
  const allocated = await makeAllocatedContracts(colleague);
  const transportId = await makeTransport(colleague, allocated, 'DELIVERED');
  const registration = await registrationOf(colleague, transportId);
  await type(await editTransport(page, allocated, registration), 'Uwagi', 'brama od podwórza');
  await colleague(changeTransportStatus, { body: { transportId, status: 'TO_BE_SETTLED' } });
  await page.getByRole('dialog').getByRole('button', { name: 'Zapisz' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dane transportu' });
  await expect(dialog.getByRole('alert').filter({ hasText: CONFLICT_NOTICE })).toContainText(
    'Po tej zmianie nie można go już edytować.',
  );
  await expect(dialog.getByRole('textbox', { name: 'Uwagi' })).toHaveValue('brama od podwórza');
  await expect(dialog.getByRole('button', { name: 'Wczytaj aktualne dane' })).toHaveCount(0);
});

const RELEASE_DIALOG = 'Przekazanie do rozliczenia';

test('the release dialog shows a weight that a colleague has changed and releases the transport with the new weight', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const transportId = await makeTransport(colleague, allocated, 'DELIVERED');
  const registration = await registrationOf(colleague, transportId);
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
  await chooseRowAction(page, registration, 'Przekaż do rozliczenia');
  const dialog = page.getByRole('dialog', { name: RELEASE_DIALOG });
  const weight = dialog.getByRole('textbox', { name: `Ilość rzeczywista, ${registration}` });
  await changeUnloadedWeight(colleague, transportId, 24_300);
  const save = dialog.getByRole('button', { name: 'Przekaż do rozliczenia' });
  await save.click();
  const notification = dialog.getByRole('alert').filter({ hasText: CONFLICT_NOTICE });
  await expect(notification).toContainText(`${registration}: było 25,000 t, jest 24,300 t.`);
  await expect(weight).toHaveValue('24,300');
  expect(await colleague(getTransport, { params: { id: transportId } })).toMatchObject({
    status: 'DELIVERED',
    realQuantityKg: 24_300,
  });
  await save.click();
  await expectNotification(page, 'Przekazano do rozliczenia');
  expect(await colleague(getTransport, { params: { id: transportId } })).toMatchObject({
    status: 'TO_BE_SETTLED',
    realQuantityKg: 24_300,
  });
});

test('a release of several transports stops when a colleague has changed a weight, and typed weights stay', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const ids = [
    await makeTransport(colleague, allocated, 'DELIVERED'),
    await makeTransport(colleague, allocated, 'DELIVERED'),
    await makeTransport(colleague, allocated, 'DELIVERED'),
  ] as const;
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
  await page.getByRole('button', { name: 'Przekaż do rozliczenia (3)' }).click();
  const dialog = page.getByRole('dialog', { name: RELEASE_DIALOG });
  const weightOf = async (id: number) =>
    dialog.getByRole('textbox', { name: await registrationOf(colleague, id), exact: true });
  // The newest transport comes first.
  const [typed, weighed, first] = ids;
  await typeNumber(await weightOf(typed), '24,9');
  await changeUnloadedWeight(colleague, weighed, 24_300);
  await changeUnloadedWeight(colleague, typed, 24_800);
  const save = dialog.getByRole('button', { name: 'Przekaż do rozliczenia' });
  await save.click();
  const notification = dialog.getByRole('alert').filter({ hasText: CONFLICT_NOTICE });
  await expect(notification).toContainText(
    `${await registrationOf(colleague, weighed)}: było 25,000 t, jest 24,300 t.`,
  );
  await expect(await weightOf(weighed)).toHaveValue('24,300');
  // The weight of a released transport can no longer be changed.
  await expect(await weightOf(first)).toBeDisabled();
  await save.click();
  await expect(notification).toContainText(
    `${await registrationOf(colleague, typed)}: było 25,000 t, jest 24,800 t, w formularzu zostaje Twój wpis.`,
  );
  await expect(await weightOf(typed)).toHaveValue('24,900');
  await save.click();
  await expectNotification(page, '3 transporty');
  const released = [];
  for (const id of ids) {
    const { status, realQuantityKg } = await colleague(getTransport, { params: { id } });
    released.push([status, realQuantityKg]);
  }
  expect(released).toEqual([
    ['TO_BE_SETTLED', 24_900],
    ['TO_BE_SETTLED', 24_300],
    ['TO_BE_SETTLED', 25_000],
  ]);
});

test('the contract form closes with the reason when a colleague deletes the contract', async ({
  page,
  colleague,
}) => {
  const { purchase } = await makeAllocatedContracts(colleague);
  await colleague(changeAgreementStatus.purchase, { body: { purchaseId: purchase.id, status: 'EMPTY' } });
  await page.goto(`/contract/purchase-list/dashboard/${purchase.id}/details`);
  const remarks = page.getByRole('main').getByRole('textbox', { name: 'Uwagi' });
  await remarks.fill('Brama od podwórza');
  await colleague(contracts.purchase.delete, { params: { id: purchase.id } });

  const confirmation = page.getByRole('dialog', { name: 'Porzucić zmiany?' });
  await expect(confirmation).toContainText('Nie znaleziono kontraktu. Mógł zostać usunięty.');
  await confirmation.getByRole('button', { name: 'Wróć do formularza' }).click();
  await expect(remarks).toHaveValue('Brama od podwórza');

  // When the page refetches the contract, it does not open the dialog again.
  const looked = page.waitForResponse((response) => response.status() === 404);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await looked).finished();
  await remarks.press('End');
  await expect(confirmation).toBeHidden();

  await page.getByRole('button', { name: 'Zapisz' }).click();
  await confirm(page, `Zapisać zmiany w kontrakcie ${purchase.number}?`, 'Zapisz');
  await confirm(page, 'Porzucić zmiany?', 'Porzuć zmiany');
  await expect(page.getByRole('heading', { name: '404 – nie znaleziono' })).toBeVisible();
});
