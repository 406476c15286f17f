import { changeAgreementStatus } from '@spichlerz/shared/wire/contract-changes';
import { contracts } from '@spichlerz/shared/wire/contracts';
import {
  changeTransportStatus,
  getTransport,
  redirectTransport,
  settleFreight,
} from '@spichlerz/shared/wire/transports';
import { LOST_RESPONSE } from '../fault-injection.ts';
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
import { confirm } from '../trading-steps.ts';

const CONFLICT_NOTICE = 'Ktoś zmienił ten rekord w międzyczasie';

test("saving the freight dialog lists a colleague's changes and does not overwrite them", async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const transportId = await makeReleasedTransport(colleague, allocated);
  const registration = await registrationOf(colleague, transportId);
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await chooseRowAction(page, registration, 'Rozlicz fracht');
  const dialog = page.getByRole('dialog', { name: `Rozliczenie frachtu, ${registration}` });
  const number = dialog.getByRole('textbox', { name: 'Nr faktury' });
  const save = dialog.getByRole('button', { name: 'Zapisz' });
  const notification = dialog.getByRole('alert').filter({ hasText: CONFLICT_NOTICE });
  const stored = () => colleague(getTransport, { params: { id: transportId } });
  await typeDay(dialog, 'Data wystawienia', dayAsTyped(0));
  await type(dialog, 'Nr faktury', 'FT/2');

  await test.step("a colleague's new unloaded weight updates the proposed freight", async () => {
    await colleague(changeTransportStatus, { body: { transportId, status: 'DELIVERED' } });
    await changeTransportFields(colleague, transportId, { freightPerTonne: 6_000, realQuantityKg: 24_300 });
    await colleague(changeTransportStatus, { body: { transportId, status: 'TO_BE_SETTLED' } });
    await save.click();
    await expect(notification).toContainText('Waga transportu: było 25,000 t, jest 24,300 t.');
    await expect(notification).toContainText('Fracht za tonę: było 45,00 zł/t, jest 60,00 zł/t.');
    await expect(notification).toContainText('Fracht: było 1 125 zł, jest 1 458 zł.');
    await expect(dialog).toContainText('24,300 t × 60,00 zł/t = 1 458 zł');
    await expect(dialog.getByRole('textbox', { name: 'Fracht', exact: true })).toHaveValue('1\u00a0458,00');
    await expect(notification.getByRole('button', { name: 'Wczytaj aktualne dane' })).toHaveCount(0);
  });

  await test.step("the notice lists a colleague's invoice number, and the typed invoice number stays in its field", async () => {
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
    await save.click();
    await expect(notification).toContainText(
      'Nr faktury: było -, jest FT/1, w formularzu zostaje Twój wpis.',
    );
    await expect(number).toHaveValue('FT/2');
    expect(await stored()).toMatchObject({ transportInvoiceNumber: 'FT/1', details: 'ryczałt' });
    await expect(dialog.getByRole('textbox', { name: 'Szczegóły' })).toHaveValue('ryczałt');
  });

  await test.step("the user can load a colleague's values, change them and save", async () => {
    await notification.getByRole('button', { name: 'Wczytaj aktualne dane' }).click();
    await expect(number).toHaveValue('FT/1');
    await type(dialog, 'Nr faktury', 'FT/3');
    await save.click();
    await expectNotification(page, 'Rozliczono fracht');
    const invoice = { transportInvoiceNumber: 'FT/3', freightAmount: 123_456, details: 'ryczałt' };
    expect(await stored()).toMatchObject(invoice);
  });
});

test("the redirect dialog lists the values of a colleague's earlier redirect; a redirect whose response was lost succeeds on retry", async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const [theirs, mine] = [await makeAllocatedContracts(colleague), await makeAllocatedContracts(colleague)];
  const transportId = await makeTransport(colleague, allocated, 'ON_THE_WAY');
  const registration = await registrationOf(colleague, transportId);
  // Waits until the stream of live changes is open, because the stream updates the form after a save whose
  // response was lost.
  const streamOpened = page.waitForResponse('**/api/events');
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await streamOpened;
  await chooseRowAction(page, registration, 'Przekieruj');
  const dialog = page.getByRole('dialog', { name: `Przekieruj transport ${registration}` });
  const sale = dialog.getByRole('combobox', { name: 'Nowy kontrakt sprzedaży' });
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
  await page.route('**/api/contract/transport-reallocate', LOST_RESPONSE.respond, { times: 1 });
  await confirmation.getByRole('button', { name: 'Przekieruj' }).click();
  await expect(dialog.getByText(`Nie udało się zapisać. ${LOST_RESPONSE.sentence}`)).toBeVisible();
  await expect(sale).toHaveValue(new RegExp(`^${mine.sale.number},`));
  await next.click();
  await confirm(page, 'Przekierować transport?', 'Przekieruj');
  await expectNotification(page, 'Przekierowano transport');
  expect(await colleague(getTransport, { params: { id: transportId } })).toMatchObject({
    salesId: mine.sale.id,
    freightPerTonne: 5_000,
    dateUnloading: dayFromToday(2),
    comment: 'brama od podwórza',
  });
});

test('a release of several transports stops at a weight that a colleague has changed, and keeps the typed weights', async ({
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
  const dialog = page.getByRole('dialog', { name: 'Przekazanie do rozliczenia' });
  const weightOf = async (id: number) =>
    dialog.getByRole('textbox', { name: await registrationOf(colleague, id), exact: true });
  const stateOf = async (id: number) => {
    const { status, realQuantityKg } = await colleague(getTransport, { params: { id } });
    return [status, realQuantityKg];
  };
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
  expect(await stateOf(weighed)).toEqual(['DELIVERED', 24_300]);
  // The weight of a released transport can no longer be changed.
  await expect(await weightOf(first)).toBeDisabled();
  await save.click();
  await expect(notification).toContainText(
    `${await registrationOf(colleague, typed)}: było 25,000 t, jest 24,800 t, w formularzu zostaje Twój wpis.`,
  );
  await expect(await weightOf(typed)).toHaveValue('24,900');
  await save.click();
  await expectNotification(page, '3 transporty');
  expect(await Promise.all(ids.map(stateOf))).toEqual([
    ['TO_BE_SETTLED', 24_900],
    ['TO_BE_SETTLED', 24_300],
    ['TO_BE_SETTLED', 25_000],
  ]);
});

test('the form of a contract that a colleague has deleted reports the deletion and keeps the input until the user leaves the form', async ({
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

  // After the next refetch of the contract the dialog stays closed.
  const notFound = page.waitForResponse((response) => response.status() === 404);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await notFound).finished();
  await remarks.press('End');
  await expect(confirmation).toBeHidden();

  await page.getByRole('button', { name: 'Zapisz' }).click();
  await confirm(page, `Zapisać zmiany w kontrakcie ${purchase.number}?`, 'Zapisz');
  await confirm(page, 'Porzucić zmiany?', 'Porzuć zmiany');
  await expect(page.getByRole('heading', { name: '404 – nie znaleziono' })).toBeVisible();
});
