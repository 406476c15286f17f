import type { Locator, Page } from '@playwright/test';
import { SIDES, type Side } from '@spichlerz/shared/domain/side';
import { contracts } from '@spichlerz/shared/wire/contracts';
import type { Client } from '../client.ts';
import { navigateInApp } from '../navigation.ts';
import {
  type AllocatedContracts,
  firstMaterial,
  makeAllocatedContracts,
  makeTransport,
  uniqueMark,
} from '../records.ts';
import { choose, expect, expectError, expectNotification, headers, rowOf, test } from '../screen.ts';

const LIST: Record<Side, string> = { purchase: 'purchase-list', sales: 'sale-list' };
const NAME: Record<Side, string> = { purchase: 'Kontrakt zakupu', sales: 'Kontrakt sprzedaży' };

async function openColumns(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Kolumny' }).click();
  return page.getByRole('dialog', { name: 'Kolumny' });
}

test('hidden and moved columns survive a reload and can be reset; stored settings that are not JSON are ignored', async ({
  page,
  colleague,
}) => {
  const { id } = await firstMaterial(colleague);
  await page.goto(`/contract/purchase-list/${id}`);
  await expect(page.getByRole('columnheader', { name: 'Cena' })).toBeVisible();
  const before = await headers(page);

  const menu = await openColumns(page);
  await expect(menu.getByRole('checkbox', { name: 'Nr kontraktu / Nr' })).toBeDisabled();
  await expect(menu.getByRole('checkbox', { name: 'Dostawca / Miejscowość' })).toBeDisabled();
  await menu.getByRole('checkbox', { name: 'Cena', exact: true }).uncheck();
  // Moving the column by keyboard keeps the focus on the button.
  const up = menu.getByRole('button', { name: 'Przesuń wyżej: Realizacja' });
  await up.focus();
  for (let step = 0; step < 5; step += 1) {
    await page.keyboard.press('Enter');
    await expect(up).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  const changed = before.filter((header) => header !== 'Cena' && header !== 'Realizacja');
  changed.splice(changed.indexOf('Dostawca / Miejscowość') + 1, 0, 'Realizacja');
  expect(await headers(page)).toEqual(changed);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Realizacja' })).toBeVisible();
  expect(await headers(page)).toEqual(changed);

  await navigateInApp(page, `/contract/sale-list/${id}`);
  await expect(page.getByRole('columnheader', { name: 'Cena' })).toBeVisible();

  await navigateInApp(page, `/contract/purchase-list/all`);
  await expect(page.getByRole('columnheader', { name: 'Surowiec' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Cena' })).toBeHidden();
  await (await openColumns(page)).getByRole('button', { name: 'Przywróć domyślne' }).click();
  await navigateInApp(page, `/contract/purchase-list/${id}`);
  await expect(page.getByRole('columnheader', { name: 'Cena' })).toBeVisible();
  expect(await headers(page)).toEqual(before);

  // The stored settings are no valid JSON. column-order.test.ts covers valid JSON with unknown columns.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('columns:')) localStorage.setItem(key, '{');
    }
  });
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Cena' })).toBeVisible();
  expect(await headers(page)).toEqual(before);
});

/** Creates two purchases of one supplier. The first has a transport in progress, so it cannot be closed. */
async function makeTwoPurchases(
  client: Client,
): Promise<{ inProgress: AllocatedContracts; free: AllocatedContracts; supplier: string }> {
  const inProgress = await makeAllocatedContracts(client);
  const { purchaseSupplierId, supplier } = await client(contracts.purchase.dashboard, {
    params: { id: inProgress.purchase.id },
  });
  const free = await makeAllocatedContracts(client, { supplierId: purchaseSupplierId });
  await makeTransport(client, inProgress, 'ON_THE_WAY');
  return { inProgress, free, supplier: supplier?.name ?? '' };
}

test('a click next to a checkbox selects the contract; the owner or status of all selected contracts can be changed at once', async ({
  page,
  colleague,
}) => {
  const { inProgress, free, supplier } = await makeTwoPurchases(colleague);
  await page.goto(`/contract/purchase-list/all?search=${encodeURIComponent(supplier)}`);

  await test.step('a click next to the checkbox of a row selects the row and does not open it', async () => {
    const cell = rowOf(page, inProgress.purchase.number).getByRole('cell').first();
    const corner = { position: { x: 3, y: 3 } };
    await cell.click(corner);
    await expect(cell.getByRole('checkbox')).toBeChecked();
    await cell.click(corner);
    await expect(cell.getByRole('checkbox')).not.toBeChecked();
    await cell.getByRole('checkbox').click();
    await expect(cell.getByRole('checkbox')).toBeChecked();
    await expect(page).toHaveURL(/purchase-list\/all/);
  });

  await test.step('the owner of all selected contracts can be changed at once', async () => {
    await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
    await page.getByRole('button', { name: 'Zmień opiekuna' }).click();
    const dialog = page.getByRole('dialog', { name: 'Zmienić opiekuna?' });
    await expect(dialog).toContainText('Zmiana obejmie 2 kontrakty, razem 200,000 t.');
    await choose(dialog, 'Nowy opiekun', 'Michał Ratajczyk');
    await dialog.getByRole('button', { name: 'Zmień opiekuna' }).click();
    await expectNotification(page, 'Zmieniono opiekuna');
    await expect(dialog).toBeHidden();
    for (const { purchase } of [inProgress, free]) {
      await expect(rowOf(page, purchase.number)).toContainText('Michał Ratajczyk');
    }
  });

  await test.step('a status change of several contracts lists each result and keeps the rejected contracts selected', async () => {
    await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
    const chosen = page.getByRole('group', { name: 'Zaznaczone' });
    await expect(chosen).toContainText('Zaznaczono: 2 kontrakty, razem 200,000 t');

    await chosen.getByRole('button', { name: 'Zmień status' }).click();
    await page.getByRole('menuitem', { name: 'Zamknięty' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Zmienić status na „Zamknięty”?' });
    await expect(confirmation).toContainText('Zmiana obejmie 1 kontrakt, razem 100,000 t.');
    await expect(confirmation).toContainText('Bez zmiany: 1 kontrakt.');
    await confirmation.getByRole('button', { name: 'Zmień status' }).click();

    const results = page.getByRole('dialog', { name: 'Wynik zmiany' });
    await expect(results).toContainText('Zmieniono: 1, odrzucono: 1.');
    const resultOf = ({ purchase }: AllocatedContracts) =>
      results.getByRole('listitem').filter({ hasText: purchase.number });
    await expect(resultOf(free)).toContainText('Zmieniono');
    await expect(resultOf(inProgress)).toContainText(
      'Kontrakt zakupu ma transporty, które nie pozwalają na tę zmianę.',
    );
    await results.getByRole('button', { name: 'Zamknij', exact: true }).click();

    // A closed contract is no longer in the filtered list.
    await expect(rowOf(page, free.purchase.number)).toBeHidden();
    await expect(chosen).toContainText('Zaznaczono: 1 kontrakt');
    await expect(
      page.getByRole('checkbox', { name: `Zaznacz: ${inProgress.purchase.number}` }),
    ).toBeChecked();
  });
});

test('the contract status and the agreement status can be changed in the list; a rejected change shows the old status', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const { purchase, material } = allocated;

  for (const side of SIDES) {
    await test.step(`a rejected status change of a ${side} contract shows the old status`, async () => {
      const rejected = await makeAllocatedContracts(colleague);
      const { number } = { purchase: rejected.purchase, sales: rejected.sale }[side];
      const list = `/contract/${LIST[side]}/all?search=${encodeURIComponent(number)}`;
      await (side === 'purchase' ? page.goto(list) : navigateInApp(page, list, /sale-list\/all\?search=/));
      const row = rowOf(page, number);
      await row.getByRole('button', { name: 'Zmień status umowy: Podpisana' }).click();
      await page.getByRole('menuitem', { name: 'Do podpisu' }).click();
      await expectNotification(page, `Status umowy ${number}: Do podpisu.`);
      await expect(row.getByRole('button', { name: 'Zmień status umowy: Do podpisu' })).toBeVisible();

      // A colleague starts a transport while the confirmation is open.
      await row.getByRole('button', { name: 'Zmień status kontraktu: Aktywny' }).click();
      await page.getByRole('menuitem', { name: 'Zamknięty' }).click();
      const confirmation = page.getByRole('dialog', { name: 'Zmienić status na „Zamknięty”?' });
      await expect(confirmation).toBeVisible();
      await makeTransport(colleague, rejected, 'ON_THE_WAY');
      await confirmation.getByRole('button', { name: 'Zmień status' }).click();
      await expectError(page, `${NAME[side]} ma transporty, które nie pozwalają na tę zmianę.`);
      await expect(row.getByRole('button', { name: 'Zmień status kontraktu: Aktywny' })).toBeVisible();
    });
  }

  await navigateInApp(page, `/contract/purchase-list/${material.id}`);
  const search = page.getByRole('searchbox', { name: 'Szukaj' });
  const row = rowOf(page, purchase.number);

  await test.step('a status change can be undone from its notification; a row that no longer matches the filters stays until the next refetch', async () => {
    await search.fill(purchase.number);
    await search.press('Enter');
    const settle = async () => {
      await row.getByRole('button', { name: /^Zmień status kontraktu/ }).click();
      await page.getByRole('menuitem', { name: 'Do rozliczenia', exact: true }).click();
      await expect(row).toHaveAttribute('data-gone');
      await expect(row).toContainText('Do rozliczenia');
    };
    await settle();
    await page.getByRole('button', { name: 'Cofnij' }).click();
    await expect(row).not.toHaveAttribute('data-gone');
    await expect(row).toContainText('Aktywny');
    await expectNotification(page, `Status kontraktu ${purchase.number}: Aktywny.`);
    await settle();
    await page.getByRole('button', { name: 'Odśwież' }).click();
    await expect(row).toBeHidden();
  });

  await test.step('a search without matches among the filtered contracts can be extended to all contracts', async () => {
    await page.getByRole('button', { name: 'Szukaj we wszystkich surowcach i statusach' }).press('Enter');
    await expect(row).toBeVisible();
    await expect(search).toHaveValue(purchase.number);
    await expect(page.getByRole('tab', { name: 'Wszystkie' })).toHaveAttribute('aria-selected', 'true');
    // The pressed button is gone, but the focus must not fall back to the body.
    await expect(page.locator('body')).not.toBeFocused();

    await search.fill('nie ma takiego');
    await search.press('Enter');
    await expect(page.getByRole('button', { name: 'Wyczyść filtry' }).last()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Szukaj we wszystkich/ })).toBeHidden();
  });
});

test('long contract numbers and supplier names are not cut off and do not widen the page', async ({
  page,
  colleague,
}) => {
  const supplierName = `${uniqueMark()}${'GospodarstwoRolne'.repeat(14)}`;
  const allocated = await makeAllocatedContracts(colleague, { supplierName });
  const { purchase, sale, material } = allocated;
  await makeTransport(colleague, allocated);
  // Changes the ids and numbers in the response, because creating more than a million contracts takes too long.
  await page.route(/get-sales-list|get-purchase-allocated-contract/, async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { result: { list: { id: number; document_number: string }[] } };
    for (const row of reply.result.list) {
      row.id += 1_388_000;
      row.document_number = 'SP/2026/194303';
    }
    await route.fulfill({ response, json: reply });
  });
  const expectWholeNumbers = async () => {
    const cell = page.getByRole('rowheader', { name: String(1_388_000 + sale.id) });
    for (const line of ['SP/2026/194303', String(1_388_000 + sale.id)]) {
      const text = cell.getByText(line, { exact: true });
      await expect(text).toBeVisible();
      expect(await text.evaluate((drawn) => drawn.scrollWidth - drawn.clientWidth)).toBeLessThanOrEqual(0);
    }
  };
  await page.goto(`/contract/sale-list/${material.id}`);
  await expectWholeNumbers();
  await navigateInApp(page, `/contract/purchase-list/dashboard/${purchase.id}/realization`);
  await expectWholeNumbers();
  const main = page.getByRole('main');
  await expect(main.getByText(supplierName).first()).toBeVisible();
  expect(await main.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
