import { changeContractStatus } from '@spichlerz/shared/wire/contract-changes';
import { changeTransportStatus } from '@spichlerz/shared/wire/transports';
import { navigateInApp } from '../navigation.ts';
import { dayFromToday, makeAllocatedContracts, makeTransport, uniqueMark } from '../records.ts';
import {
  chooseRowAction,
  expect,
  expectNotification,
  headers,
  rowOf,
  searchAndChoose,
  test,
  typeNumber,
} from '../screen.ts';
import { confirm, search } from '../trading-steps.ts';

test('allocations can be filtered by a contract; the row menu adds an allocation and a transport; a closed sale accepts no transport', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const transport = await makeTransport(colleague, allocated);
  await page.goto('/allocations');
  await page.getByRole('button', { name: 'Filtry', exact: true }).click();
  const panel = page.getByRole('form', { name: 'Filtry' });
  await searchAndChoose(panel, 'Kontrakt sprzedaży', allocated.sale.number);
  await panel.getByRole('button', { name: 'Zastosuj' }).click();
  await expect(
    page.getByRole('button', { name: `Usuń filtr: Kontrakt sprzedaży: ${allocated.sale.number}` }),
  ).toBeVisible();
  // Expects the header row and the only allocation.
  await expect(page.getByRole('row')).toHaveCount(2);
  const name = `${allocated.purchase.number} → ${allocated.sale.number}`;

  await chooseRowAction(page, name, 'Edytuj alokację');
  // The transport uses the whole allocated quantity. Without an open quantity, the dialog creates a new
  // allocation.
  const dialog = page.getByRole('dialog', { name: 'Nowa alokacja' });
  await typeNumber(dialog.getByRole('textbox', { name: 'Ilość do zaalokowania' }), '12,5');
  await dialog.getByRole('button', { name: 'Alokuj' }).click();
  await expectNotification(page, 'Dodano alokację');
  await expect(rowOf(page, allocated.purchase.number)).toContainText(/12,500\st/);

  await chooseRowAction(page, name, 'Dodaj transport');
  const transportDialog = page.getByRole('dialog', { name: 'Nowy transport' });
  await expect(transportDialog).toContainText(/W alokacji 12,500\st/);
  await transportDialog.getByRole('button', { name: 'Anuluj' }).click();

  await colleague(changeTransportStatus, { body: { transportId: transport, status: 'CANCELLED' } });
  await colleague(changeContractStatus.sales, { body: { salesId: allocated.sale.id, status: 'CLOSED' } });
  await page.reload();
  await page.getByRole('button', { name: `Akcje: ${name}`, exact: true }).click();
  const add = page.getByRole('menuitem', { name: 'Dodaj transport' });
  await expect(add).toBeDisabled();
  await add.hover({ force: true });
  await expect(page.getByRole('tooltip')).toHaveText(
    `Kontrakt ${allocated.sale.number} ma status „Zamknięty”, więc nie można dodać transportu.`,
  );
});

test('the list of candidate purchases shows the requirements of the sale and links to the sale; a closed sale accepts no allocation', async ({
  page,
  colleague,
}) => {
  const { purchase, sale } = await makeAllocatedContracts(colleague);
  const terms = page.getByRole('paragraph').filter({ hasText: 'Termin dostawy' });
  await page.goto(`/contract/sale-list/allocation/${sale.id}`);
  await expect(terms).toHaveText(/\d$/);

  await page.getByRole('navigation', { name: 'Ścieżka' }).getByRole('link', { name: sale.number }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/${sale.id}/realization$`));
  await page.getByRole('tab', { name: 'Szczegóły' }).click();
  await page.getByRole('switch', { name: 'GMP' }).click();
  await page.getByRole('switch', { name: 'CERT' }).click();
  await page.getByRole('button', { name: 'Zapisz' }).click();
  await confirm(page, `Zapisać zmiany w kontrakcie ${sale.number}?`, 'Zapisz');
  await expectNotification(page, 'Zapisano kontrakt');
  await page.getByRole('link', { name: 'Alokuj' }).click();
  await expect(terms).toHaveText(/ · Wymagania: GMP, CERT$/);

  await search(page, purchase.number);
  const allocate = page.getByRole('button', { name: `Alokuj z kontraktu ${purchase.number}` });
  await expect(allocate).toBeEnabled();
  await colleague(changeContractStatus.sales, { body: { salesId: sale.id, status: 'CLOSED' } });
  await expect(allocate).toBeDisabled();
  await allocate.hover({ force: true });
  await expect(page.getByRole('tooltip')).toHaveText(
    'Kontrakt ma status „Zamknięty”, więc nic więcej nie można do niego zaalokować.',
  );
});

test('the dashboard of a purchase links to the sales of its raw material until the purchase is closed or cancelled', async ({
  page,
  colleague,
}) => {
  const { purchase } = await makeAllocatedContracts(colleague);
  const delivered = await makeAllocatedContracts(colleague);
  await makeTransport(colleague, delivered, 'DELIVERED');
  const toSales = page.getByRole('link', { name: 'Przejdź do kontraktów sprzedaży' });

  await test.step('a cancelled purchase without allocations shows a note and no link to the sales', async () => {
    await page.goto(`/contract/purchase-list/dashboard/${purchase.id}/realization`);
    const tab = page.getByRole('region', { name: 'Realizacja' });
    await expect(tab.getByText('Ten zakup nie jest jeszcze zaalokowany')).toBeVisible();
    await expect(toSales).toBeVisible();
    await colleague(changeContractStatus.purchase, {
      body: { purchaseId: purchase.id, status: 'CANCELLED' },
    });
    await expect(tab.getByText('Ten zakup nie ma żadnych alokacji')).toBeVisible();
    await expect(toSales).toBeHidden();
  });

  await test.step('a purchase with deliveries links to the sales until the purchase is closed', async () => {
    const { id } = delivered.purchase;
    await navigateInApp(page, `/contract/purchase-list/dashboard/${id}/realization`);
    await toSales.click();
    await expect(page).toHaveURL(new RegExp(`/contract/sale-list/${delivered.material.id}$`));
    await page.goBack();
    await expect(toSales).toBeVisible();
    await colleague(changeContractStatus.purchase, { body: { purchaseId: id, status: 'CLOSED' } });
    await expect(toSales).toBeHidden();
  });
});

test('candidate purchases are compared with the sale, and the best one is listed first; the allocate button stays in view when the list scrolls', async ({
  page,
  colleague,
}) => {
  const comments = uniqueMark();
  const { purchase, sale } = await makeAllocatedContracts(colleague, { comments });
  const late = await makeAllocatedContracts(colleague, {
    comments,
    dates: { from: dayFromToday(90), to: dayFromToday(120) },
  });
  await page.goto(`/contract/sale-list/allocation/${sale.id}?search=${comments}`);
  await expect(page.getByRole('columnheader', { name: 'Cena' })).toBeVisible();
  expect((await headers(page)).slice(2, 9)).toEqual([
    'Dopuszczalna ilość / Zaalokowano tu',
    'Wymagania',
    'Cena / wobec sprzedaży',
    'Jakość / GMP CERT FOR',
    'Marża za tonę / fracht',
    'Termin odbioru od / do',
    'Warunki dostawy',
  ]);
  await expect(page.getByRole('columnheader', { name: 'Wymagania' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );

  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(rows).toContainText([purchase.number, late.purchase.number]);
  const row = rowOf(page, purchase.number);
  await expect(row).toContainText('Spełnia wymagania');
  await expect(row).toContainText(/110,00\szł\/t taniej/);
  await expect(rowOf(page, late.purchase.number)).toContainText('Rozłączne terminy');

  await page.setViewportSize({ width: 700, height: 900 });
  await page.locator('section:has(> table)').evaluate((scroller) => scroller.scrollTo({ left: 600 }));
  const allocate = row.getByRole('button', { name: 'Alokuj' });
  await expect(allocate).toBeInViewport({ ratio: 1 });
  await allocate.click();
  const dialog = page.getByRole('dialog', { name: 'Nowa alokacja' });
  await expect(dialog).toContainText(`Ogranicza kontrakt sprzedaży ${sale.number}: zostało 80,000`);
  await dialog.getByRole('button', { name: 'Alokuj' }).click();
  await expectNotification(page, 'Dodano alokację');
  await row.getByRole('button', { name: 'Zmień alokację' }).click();
  await expect(page.getByRole('dialog', { name: 'Edytuj alokację' })).toBeVisible();
});
