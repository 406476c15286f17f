import { allocate } from '@spichlerz/shared/wire/allocations';
import { changeContractStatus } from '@spichlerz/shared/wire/contract-changes';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { changeTransportStatus, getTransport, listTransports } from '@spichlerz/shared/wire/transports';
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

test('a transport outside the dates of its contracts shows a warning; the confirmation of a redirect shows the new recipient, address and terms', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague, {
    dates: { from: dayFromToday(5), to: dayFromToday(9) },
  });
  const free = await makeAllocatedContracts(colleague, {
    dates: { from: dayFromToday(20), to: dayFromToday(30) },
  });
  const full = await makeAllocatedContracts(colleague);
  const transportId = await makeTransport(colleague, full, 'NEW', 80_000);
  await colleague(changeTransportStatus, {
    body: { transportId, status: 'DELIVERED', realQuantityKg: 80_160 },
  });
  const registration = await registrationOf(
    colleague,
    await makeTransport(colleague, allocated, 'ON_THE_WAY'),
  );

  await test.step('an edited transport outside the dates of its contracts shows a warning', async () => {
    const range = `${dayAsTyped(5)} – ${dayAsTyped(9)}.`;
    const edited = await editTransport(page, allocated, registration);
    const loadingWarning = `Załadunek ${dayAsTyped(4)} jest poza terminem odbioru kontraktu zakupu ${allocated.purchase.number}`;
    const unloadingWarning = `Rozładunek ${dayAsTyped(10)} jest poza terminem dostawy kontraktu sprzedaży ${allocated.sale.number}`;
    await typeDay(edited, 'Data załadunku', dayAsTyped(4));
    await expect(edited.getByText(`${loadingWarning}: ${range}`)).toBeVisible();
    await typeDay(edited, 'Data rozładunku', dayAsTyped(10));
    await expect(edited.getByText(`${unloadingWarning}: ${range}`)).toBeVisible();
    await page.keyboard.press('Escape');
    await confirm(page, 'Porzucić zmiany?', 'Porzuć zmiany');
  });

  await test.step('the redirect dialog shows that a sale is full and warns about a day outside the dates of the selected sale', async () => {
    await chooseRowAction(page, registration, 'Przekieruj');
    const dialog = page.getByRole('dialog', { name: `Przekieruj transport ${registration}` });
    await dialog.getByRole('combobox', { name: 'Nowy kontrakt sprzedaży' }).fill(full.sale.number);
    await expect(page.getByRole('option', { name: full.sale.number })).toContainText(
      /pełny, nadwyżka 0,160\st/,
    );
    await searchAndChoose(dialog, 'Nowy kontrakt sprzedaży', free.sale.number);
    await typeDay(dialog, 'Data rozładunku', dayAsTyped(19));
    const warning = dialog.getByText('jest poza terminem');
    await expect(warning).toContainText(
      `Rozładunek ${dayAsTyped(19)} jest poza terminem dostawy kontraktu sprzedaży ${free.sale.number}:`,
    );
    await typeDay(dialog, 'Data rozładunku', dayAsTyped(20));
    await expect(warning).toHaveCount(0);
    await typeNumber(dialog.getByRole('textbox', { name: 'Fracht za tonę' }), '52');
    await type(dialog, 'Uwagi', 'wjazd od ul. Młyńskiej');
    await dialog.getByRole('button', { name: 'Dalej' }).click();
  });

  const confirmation = page.getByRole('dialog', { name: 'Przekierować transport?' });
  await expect(confirmation).toContainText(/, pojedzie do odbiorcy: Odbiorca .+ sp\. z o\.o\., kontrakt S\//);
  await expect(confirmation).toContainText('Trans-Ziarno, Jan Kowal, 600 700 800');
  await expect(confirmation.getByRole('definition')).toHaveText([
    /Zbożowa 7, 60-001 Poznań/,
    dayAsTyped(20),
    /^52,00\szł\/t$/,
    'wjazd od ul. Młyńskiej',
  ]);
});

test('a new transport proposes the freight and carrier of the previous transport; a known registration number fills in the vehicle', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const last = await makeTransport(colleague, allocated);
  await changeTransportFields(colleague, last, {
    freightPerTonne: 6_150,
    currency: 'EUR',
    carrierName: 'Trans-Pasza',
  });
  const cancelled = await makeTransport(colleague, allocated);
  await colleague(changeTransportStatus, { body: { transportId: cancelled, status: 'CANCELLED' } });
  const known = await colleague(getTransport, { params: { id: last } });
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/realization`);
  await chooseRowAction(page, allocated.purchase.number, 'Dodaj transport');
  const dialog = page.getByRole('dialog', { name: 'Nowy transport' });
  const freight = dialog.getByRole('textbox', { name: 'Fracht za tonę' });

  await test.step('the form proposes the freight and carrier of the last transport that was not cancelled', async () => {
    await expect(freight).toHaveValue('61,50');
    await expect(
      dialog.getByText(/^Ostatni transport między tymi kontraktami, .+: Trans-Pasza, 61,50\s€\/t\.$/),
    ).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Przewoźnik' })).toHaveValue('Trans-Pasza');
    await dialog.getByRole('textbox', { name: 'Telefon kierowcy' }).focus();
    await page.keyboard.press('Tab');
    await expect(freight).toBeFocused();
    await typeNumber(freight, '64');
  });

  await test.step('a known registration number fills in the driver and warns about a second transport of the vehicle on these days', async () => {
    await type(dialog, 'Nr rejestracyjny', known.registrationNumber.toLowerCase().replaceAll(' ', ''));
    await expect(dialog.getByText(/^Dane pojazdu jak w jego transporcie/)).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Kierowca', exact: true })).toHaveValue(
      known.driverName,
    );
    await expect(dialog.getByText(/^Ten pojazd jest w tych dniach w innym transporcie/)).toBeVisible();
  });

  await test.step('after a save, the dialog stays open to add one more transport', async () => {
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
  });

  const { list } = await colleague(listTransports, { query: { salesId: allocated.sale.id } });
  expect(list).toHaveLength(4);
  for (const { freightPerTonne, currency, carrierName } of list.slice(0, 2))
    expect([freightPerTonne, currency, carrierName]).toEqual([6_400, 'EUR', 'Trans-Pasza']);
});

test("a colleague's change appears in an open list at once; a delivery with an unusual weight needs confirmation", async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const [first, second] = [
    await makeTransport(colleague, allocated),
    await makeTransport(colleague, allocated),
  ];
  const chosen = await registrationOf(colleague, first);
  const edited = await registrationOf(colleague, second);
  const events = page.waitForResponse('**/api/events');
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await events;
  const dialog = page.getByRole('dialog', { name: 'Edytuj transport' });

  await test.step("a colleague's change appears within two seconds; the open dialog keeps its input and the list keeps the selection", async () => {
    const selected = page.getByRole('checkbox', { name: `Zaznacz: ${chosen}` });
    await selected.check();
    await chooseRowAction(page, edited, 'Edytuj');
    await type(dialog, 'Uwagi', 'brama od podwórza');
    await colleague(changeTransportStatus, { body: { transportId: first, status: 'WAITING' } });
    await colleague(changeTransportStatus, { body: { transportId: second, status: 'WAITING' } });
    await expect(rowOf(page, chosen)).toContainText('Oczekuje', { timeout: 2_000 });
    await expect(dialog.getByRole('textbox', { name: 'Uwagi' })).toHaveValue('brama od podwórza');
    await dialog.getByRole('button', { name: 'Anuluj' }).click();
    await confirm(page, 'Porzucić zmiany?', 'Porzuć zmiany');
    await expect(rowOf(page, edited)).toContainText('Oczekuje');
    await expect(selected).toBeChecked();
  });

  await test.step('the form of a transport warns about an unusual delivered weight and asks for confirmation', async () => {
    await colleague(changeTransportStatus, { body: { transportId: first, status: 'CANCELLED' } });
    await chooseRowAction(page, edited, 'Edytuj');
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
    await expect(rowOf(page, edited)).toContainText(/84,000\st/);
  });
});

test('moving a settlement returns its quantity to the old allocation, unless the old sale is closed', async ({
  page,
  colleague,
}) => {
  const move = async (registration: string, to: AllocatedContracts, changes: readonly RegExp[]) => {
    await chooseRowAction(page, registration, 'Przenieś');
    const dialog = page.getByRole('dialog', { name: `Przenieś rozliczenie, ${registration}` });
    await searchAndChoose(dialog, 'Nowy kontrakt sprzedaży', to.sale.number);
    await dialog.getByRole('button', { name: 'Dalej' }).click();
    const summary = page.getByRole('dialog', { name: 'Przenieść rozliczenie?' });
    for (const change of changes) await expect(summary).toContainText(change);
    await confirm(page, 'Przenieść rozliczenie?', 'Przenieś');
    await expect(dialog).toBeHidden();
  };
  const openQuantities = async ({ sale }: AllocatedContracts) => {
    const { allocated, toAllocate } = await colleague(contracts.sales.dashboard, { params: { id: sale.id } });
    return [allocated, toAllocate];
  };

  await test.step('the old allocation regains the moved quantity, less the quantity by which it was over-delivered', async () => {
    const from = await makeAllocatedContracts(colleague);
    const heavy = await makeTransport(colleague, from);
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
    await move(await registrationOf(colleague, heavy), to, [
      /Zaalokowano0,000\st → 18,700\stDo zaalokowanianadwyżka 0,300\st → 6,300\st/,
    ]);
    expect(await openQuantities(from)).toEqual([18_700, 6_300]);
  });

  await test.step('when a settlement is moved out of a closed sale, its quantity becomes free and is not allocated again', async () => {
    const from = await makeAllocatedContracts(colleague);
    const transport = await makeTransport(colleague, from, 'DELIVERED');
    const to = await makeAllocatedContracts(colleague);
    await colleague(allocate, {
      params: { id: to.sale.id },
      body: { purchaseId: from.purchase.id, quantityKg: 30_000 },
    });
    await colleague(changeContractStatus.sales, { body: { salesId: from.sale.id, status: 'CLOSED' } });
    await navigateInApp(page, `/contract/sale-list/dashboard/${from.sale.id}/settlement`);
    await move(await registrationOf(colleague, transport), to, [
      /Zaalokowano30,000\st → 5,000\st/,
      /Zaalokowano0,000\stDo zaalokowania55,000\st → 80,000\st/,
    ]);
    expect(await openQuantities(from)).toEqual([0, 80_000]);
  });
});

test("logistics opens with the transports that are not released; a link to a contract's transports lists all statuses; each day has its sums", async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registration = await registrationOf(colleague, await makeReleasedTransport(colleague, allocated));
  await makeTransport(colleague, allocated);
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

  await navigateInApp(page, `/logistics?purchaseId=${allocated.purchase.id}&size=10`);
  await expect(rowOf(page, registration)).toBeVisible();
  await expect(chip('Nowy')).not.toBeChecked();
  const day = page.getByRole('rowheader', { name: /^\S+ \d\d\/\d\d\/\d{4} · 2 transporty · \d+,000\st$/ });
  await expect(day).toBeVisible();
  await page.getByRole('button', { name: 'Nr rejestracyjny' }).click();
  await expect(day).toBeHidden();
  // Expects the header row and two transports.
  await expect(page.getByRole('row')).toHaveCount(3);
});
