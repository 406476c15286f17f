import { allocate } from '@spichlerz/shared/wire/allocations';
import { changeContractStatus } from '@spichlerz/shared/wire/contract-changes';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { invoiceSale, listSettlements } from '@spichlerz/shared/wire/settlements';
import { changeTransportStatus, getTransport, listTransports } from '@spichlerz/shared/wire/transports';
import { navigateInApp } from '../navigation.ts';
import {
  changeTransportFields,
  dayAsTyped,
  dayFromToday,
  makeAllocatedContracts,
  makeReleasedTransport,
  makeTransport,
  registrationOf,
} from '../records.ts';
import {
  choose,
  chooseRowAction,
  expect,
  expectNotification,
  rowOf,
  searchAndChoose,
  test,
  type,
  typeDay,
  typeNumber,
} from '../screen.ts';
import { confirm, editTransport } from '../trading-steps.ts';

test('an edited or redirected transport outside the dates of its contracts shows a warning at the dates', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague, {
    dates: { from: dayFromToday(5), to: dayFromToday(9) },
  });
  const another = await makeAllocatedContracts(colleague, {
    dates: { from: dayFromToday(20), to: dayFromToday(30) },
  });
  const registration = await registrationOf(
    colleague,
    await makeTransport(colleague, allocated, 'ON_THE_WAY'),
  );
  const loadingWarning = `Załadunek ${dayAsTyped(4)} jest poza terminem odbioru kontraktu zakupu ${allocated.purchase.number}: ${dayAsTyped(5)} – ${dayAsTyped(9)}.`;
  const unloadingWarning = `Rozładunek ${dayAsTyped(10)} jest poza terminem dostawy kontraktu sprzedaży ${allocated.sale.number}: ${dayAsTyped(5)} – ${dayAsTyped(9)}.`;

  const edited = await editTransport(page, allocated, registration);
  await typeDay(edited, 'Data załadunku', dayAsTyped(4));
  await expect(edited.getByText(loadingWarning)).toBeVisible();
  await typeDay(edited, 'Data rozładunku', dayAsTyped(10));
  await expect(edited.getByText(unloadingWarning)).toBeVisible();
  await page.keyboard.press('Escape');
  await confirm(page, 'Porzucić zmiany?', 'Porzuć zmiany');

  await chooseRowAction(page, registration, 'Przekieruj');
  const redirected = page.getByRole('dialog', { name: `Przekieruj transport ${registration}` });
  await searchAndChoose(redirected, 'Nowy kontrakt sprzedaży', another.sale.number);
  await typeDay(redirected, 'Data rozładunku', dayAsTyped(19));
  await expect(
    redirected.getByText(
      `Rozładunek ${dayAsTyped(19)} jest poza terminem dostawy kontraktu sprzedaży ${another.sale.number}:`,
    ),
  ).toBeVisible();
  await typeDay(redirected, 'Data rozładunku', dayAsTyped(20));
  await expect(redirected.getByText('jest poza terminem')).toHaveCount(0);
});

test('a transport is redirected to a recipient found by name, and a sale with too little open quantity shows its limit', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(
    colleague,
    await makeTransport(colleague, allocated, 'ON_THE_WAY'),
  );
  const full = await makeAllocatedContracts(colleague);
  const transportId = await makeTransport(colleague, full, 'NEW', 80_000);
  await colleague(changeTransportStatus, {
    body: { transportId, status: 'DELIVERED', realQuantityKg: 80_160 },
  });
  const free = await makeAllocatedContracts(colleague);

  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await chooseRowAction(page, registration, 'Przekieruj');
  const dialog = page.getByRole('dialog', { name: `Przekieruj transport ${registration}` });
  const target = dialog.getByRole('combobox', { name: 'Nowy kontrakt sprzedaży' });
  await target.fill(full.sale.number);
  await expect(page.getByRole('option', { name: full.sale.number })).toContainText(
    /pełny, nadwyżka 0,160\st/,
  );
  await target.fill(free.sale.number);
  await page.getByRole('option', { name: free.sale.number }).click();
  await typeNumber(dialog.getByRole('textbox', { name: 'Fracht za tonę' }), '52');
  await type(dialog, 'Uwagi', 'wjazd od ul. Młyńskiej');
  await dialog.getByRole('button', { name: 'Dalej' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Przekierować transport?' });
  await expect(confirmation).toContainText(/, pojedzie do odbiorcy: Odbiorca .+ sp\. z o\.o\., kontrakt S\//);
  await expect(confirmation).toContainText('Trans-Ziarno, Jan Kowal, 600 700 800');
  await expect(confirmation.getByRole('definition')).toHaveText([
    /Zbożowa 7, 60-001 Poznań/,
    dayAsTyped(1),
    /^52,00\szł\/t$/,
    'wjazd od ul. Młyńskiej',
  ]);
});

test('a new transport proposes the freight and carrier of the last one between both contracts', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  await changeTransportFields(colleague, await makeTransport(colleague, allocated), {
    freightPerTonne: 6_150,
    currency: 'EUR',
    carrierName: 'Trans-Pasza',
  });
  const cancelled = await makeTransport(colleague, allocated);
  await colleague(changeTransportStatus, { body: { transportId: cancelled, status: 'CANCELLED' } });
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/realization`);
  await chooseRowAction(page, allocated.purchase.number, 'Dodaj transport');
  const dialog = page.getByRole('dialog', { name: 'Nowy transport' });
  const freight = dialog.getByRole('textbox', { name: 'Fracht za tonę' });
  await expect(freight).toHaveValue('61,50');
  await expect(
    dialog.getByText(/^Ostatni transport między tymi kontraktami, .+: Trans-Pasza, 61,50\s€\/t\.$/),
  ).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Przewoźnik' })).toHaveValue('Trans-Pasza');
  await dialog.getByRole('textbox', { name: 'Telefon kierowcy' }).fill('600 700 800');
  await page.keyboard.press('Tab');
  await expect(freight).toBeFocused();
  await typeNumber(freight, '64');
  await type(dialog, 'Nr rejestracyjny', 'WGM 71AB');
  await type(dialog, 'Nr naczepy', 'WGM 72AB');
  await type(dialog, 'Kierowca', 'Jan Kot');
  await dialog.getByRole('button', { name: 'Dodaj transport' }).click();
  await expectNotification(page, 'Dodano transport');
  const { list } = await colleague(listTransports, { query: { salesId: allocated.sale.id, limit: 1 } });
  expect(list[0]).toMatchObject({ freightPerTonne: 6_400, currency: 'EUR', carrierName: 'Trans-Pasza' });
});

test('delivering a transport in its form shows a warning about its weight, which the user must confirm', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(colleague, await makeTransport(colleague, allocated));
  const dialog = await editTransport(page, allocated, registration);
  await choose(dialog, 'Status', 'Dostarczony');
  const tolerance = dialog.getByText(/przekroczy ilość dopuszczalną z tolerancją, 80,000\st, o 4,000\st/);
  await expect(tolerance).toBeHidden();
  await typeNumber(dialog.getByRole('textbox', { name: 'Ilość rzeczywista' }), '84');
  await expect(tolerance).toBeVisible();
  await dialog.getByRole('button', { name: 'Zapisz' }).click();
  await confirm(page, 'Zapisać 84,000 t jako jeden transport?', 'Zapisz 84,000 t');
  await expect(page.getByRole('dialog', { name: 'Zmienić status na „Dostarczony”?' })).toContainText(
    /, 84,000\st, zostanie oznaczony jako dostarczony/,
  );
  await confirm(page, 'Zmienić status na „Dostarczony”?', 'Zmień status');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, registration)).toContainText(/84,000\st/);
});

test('the quantity of a settlement that is moved out of a closed sale becomes free and is not allocated again', async ({
  page,
  colleague,
}) => {
  const from = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(colleague, await makeTransport(colleague, from, 'DELIVERED'));
  const to = await makeAllocatedContracts(colleague);
  await colleague(allocate, {
    params: { id: to.sale.id },
    body: { purchaseId: from.purchase.id, quantityKg: 30_000 },
  });
  await colleague(changeContractStatus.sales, { body: { salesId: from.sale.id, status: 'CLOSED' } });
  await page.goto(`/contract/sale-list/dashboard/${from.sale.id}/settlement`);
  await chooseRowAction(page, registration, 'Przenieś');
  const dialog = page.getByRole('dialog', { name: `Przenieś rozliczenie, ${registration}` });
  await searchAndChoose(dialog, 'Nowy kontrakt sprzedaży', to.sale.number);
  await dialog.getByRole('button', { name: 'Dalej' }).click();
  const summary = page.getByRole('dialog', { name: 'Przenieść rozliczenie?' });
  await expect(summary).toContainText(/Zaalokowano30,000\st → 5,000\st/);
  await expect(summary).toContainText(/Zaalokowano0,000\stDo zaalokowania55,000\st → 80,000\st/);
  await confirm(page, 'Przenieść rozliczenie?', 'Przenieś');
  await expect(dialog).toBeHidden();
  const { allocated, toAllocate } = await colleague(contracts.sales.dashboard, {
    params: { id: from.sale.id },
  });
  expect([allocated, toAllocate]).toEqual([0, 80_000]);
});

test('moving a transport re-opens its quantity in the old allocation, less the over-delivery of that allocation', async ({
  page,
  colleague,
}) => {
  const from = await makeAllocatedContracts(colleague);
  const heavy = await makeTransport(colleague, from);
  const registration = await registrationOf(colleague, heavy);
  await makeTransport(colleague, from, 'DELIVERED', 55_000);
  await colleague(changeTransportStatus, {
    body: { transportId: heavy, status: 'DELIVERED', realQuantityKg: 25_300 },
  });
  const to = await makeAllocatedContracts(colleague);
  await colleague(allocate, {
    params: { id: to.sale.id },
    body: { purchaseId: from.purchase.id, quantityKg: 19_000 },
  });
  await page.goto(`/contract/sale-list/dashboard/${from.sale.id}/settlement`);
  await chooseRowAction(page, registration, 'Przenieś');
  const dialog = page.getByRole('dialog', { name: `Przenieś rozliczenie, ${registration}` });
  await searchAndChoose(dialog, 'Nowy kontrakt sprzedaży', to.sale.number);
  await dialog.getByRole('button', { name: 'Dalej' }).click();
  await expect(page.getByRole('dialog', { name: 'Przenieść rozliczenie?' })).toContainText(
    /Zaalokowano0,000\st → 18,700\stDo zaalokowanianadwyżka 0,300\st → 6,300\st/,
  );
  await confirm(page, 'Przenieść rozliczenie?', 'Przenieś');
  await expect(dialog).toBeHidden();
  const { allocated, toAllocate } = await colleague(contracts.sales.dashboard, {
    params: { id: from.sale.id },
  });
  expect([allocated, toAllocate]).toEqual([18_700, 6_300]);
});

test('one invoice is saved for several transports', async ({ page, colleague }) => {
  const allocated = await makeAllocatedContracts(colleague);
  const transports: number[] = [];
  for (const kg of [24_640, 25_100]) {
    const transportId = await makeTransport(colleague, allocated);
    transports.push(transportId);
    await colleague(changeTransportStatus, {
      body: { transportId, status: 'DELIVERED', realQuantityKg: kg },
    });
    await colleague(changeTransportStatus, { body: { transportId, status: 'TO_BE_SETTLED' } });
  }
  const { list } = await colleague(listSettlements.sales, { query: { salesId: allocated.sale.id } });
  const invoiced = list.find(({ transportId }) => transportId === transports[0]);
  await colleague(invoiceSale, {
    body: {
      settlementId: invoiced?.settlementId ?? 0,
      salesSettlementStatus: 'INVOICE',
      salesInvoiceNumber: 'FS/76/2026',
      salesDeliverDate: dayFromToday(1),
      salesPaymentDate: dayFromToday(14),
    },
  });
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/settlement`);
  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
  await page.getByRole('button', { name: 'Faktura (2)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Faktura sprzedaży, 2 transporty' });
  // The sum of 24,640 t and 25,100 t, at 910 zł/t.
  const total = dialog.getByRole('row', { name: 'Razem' });
  await expect(total).toContainText('49,740 t');
  await expect(total).toContainText('45 263,40 zł');
  await expect(dialog.getByRole('textbox', { name: 'Termin płatności' })).toHaveValue(dayAsTyped(14));
  await type(dialog, 'Nr faktury', 'FS/77/2026');
  await expect(dialog.getByText('Nowy numer zastąpi dotychczasowe: FS/76/2026.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Zapisz fakturę' }).click();
  await expect(dialog).toBeHidden();
  const after = await colleague(listSettlements.sales, { query: { salesId: allocated.sale.id } });
  const dueDateOf = (transport: number | undefined) =>
    after.list.find(({ transportId }) => transportId === transport)?.salesPaymentDate;
  expect(transports.map(dueDateOf)).toEqual([dayFromToday(14), dayFromToday(14)]);
  await expect(page.getByRole('cell', { name: 'FS/77/2026' })).toHaveCount(2);
  await expect(page.getByRole('cell', { name: 'Zafakturowane' })).toHaveCount(2);
  await expectNotification(page, 'Zapisano fakturę');

  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
  await page.getByRole('button', { name: 'Faktura (2)' }).click();
  await typeDay(dialog, 'Termin płatności', dayAsTyped(14));
  await dialog.getByRole('switch', { name: 'Oznacz jako opłacone' }).click();
  await dialog.getByRole('button', { name: 'Oznacz jako opłacone' }).click();
  await confirm(page, 'Oznaczyć rozliczenia jako opłacone?', 'Oznacz jako opłacone');
  await expectNotification(page, 'Oznaczono rozliczenia jako opłacone');
});

test("a colleague's change appears in an open list at once, and the user's dialog keeps its input", async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const [first, second] = [
    await makeTransport(colleague, allocated),
    await makeTransport(colleague, allocated),
  ];
  const registrations = [];
  for (const id of [first, second])
    registrations.push((await colleague(getTransport, { params: { id } })).registrationNumber);
  const [chosen = '', edited = ''] = registrations;
  const events = page.waitForResponse('**/api/events');
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await events;
  const selected = page.getByRole('checkbox', { name: `Zaznacz: ${chosen}` });
  await selected.check();
  await chooseRowAction(page, edited, 'Edytuj');
  const dialog = page.getByRole('dialog', { name: 'Edytuj transport' });
  await type(dialog, 'Uwagi', 'brama od podwórza');

  await colleague(changeTransportStatus, { body: { transportId: first, status: 'WAITING' } });
  await colleague(changeTransportStatus, { body: { transportId: second, status: 'WAITING' } });
  await expect(rowOf(page, chosen)).toContainText('Oczekuje', { timeout: 2_000 });
  await expect(dialog.getByRole('textbox', { name: 'Uwagi' })).toHaveValue('brama od podwórza');
  await dialog.getByRole('button', { name: 'Anuluj' }).click();
  await page
    .getByRole('dialog', { name: 'Porzucić zmiany?' })
    .getByRole('button', { name: 'Porzuć zmiany' })
    .click();
  await expect(rowOf(page, edited)).toContainText('Oczekuje');
  await expect(selected).toBeChecked();
});

test('deleting the only transport of the last page opens the previous page', async ({ page, colleague }) => {
  const allocated = await makeAllocatedContracts(colleague);
  for (let number = 0; number < 11; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- Transports must be created in sequence, because each one changes the balance.
    await makeTransport(colleague, allocated, 'NEW', 1_000);
  }
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport?page=2`);
  await expect(page.getByText('11–11 z 11 wyników')).toBeVisible();
  await page.getByRole('button', { name: /^Akcje: / }).click();
  await page.getByRole('menuitem', { name: 'Usuń' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Usuń/ }).click();
  await expect(page.getByText('1–10 z 10 wyników')).toBeVisible();
  await navigateInApp(
    page,
    `/contract/sale-list/dashboard/${allocated.sale.id}/transport?page=99`,
    /transport(\?|$)/,
  );
  await expect(page.getByText('1–10 z 10 wyników')).toBeVisible();
});

test('logistics opens with the transports that are not released, and a link with filters lists all its matches', async ({
  page,
  colleague,
}) => {
  const registration = await registrationOf(
    colleague,
    await makeReleasedTransport(colleague, await makeAllocatedContracts(colleague)),
  );
  const chip = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await page.goto('/logistics');
  for (const name of ['Nowy', 'Oczekuje', 'W drodze', 'Dostarczony']) await expect(chip(name)).toBeChecked();
  await expect(chip('Do rozliczenia')).not.toBeChecked();
  await expect(page.getByRole('columnheader', { name: /^Załadunek/ })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.getByText('Wszystkie', { exact: true }).click();
  await expect(page).toHaveURL('/logistics?status=');
  await expect(chip('Nowy')).not.toBeChecked();

  await navigateInApp(page, `/logistics?search=${encodeURIComponent(registration)}`, /logistics\?search=/);
  await expect(rowOf(page, registration)).toBeVisible();
  await expect(chip('Nowy')).not.toBeChecked();
});

test('logistics shows the transports and tonnes of each loading day while it is sorted by day', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  for (const _ of [1, 2]) await makeTransport(colleague, allocated);
  await page.goto(`/logistics?purchaseId=${allocated.purchase.id}&size=10`);
  const day = page.getByRole('rowheader', { name: /^\S+ \d\d\/\d\d\/\d{4} · 2 transporty · \d+,000\st$/ });
  await expect(day).toBeVisible();
  await page.getByRole('button', { name: 'Nr rejestracyjny' }).click();
  await expect(day).toBeHidden();
  await expect(page.getByRole('row')).toHaveCount(3);
});
