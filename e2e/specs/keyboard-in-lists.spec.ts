import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts, makeTransport, registrationOf } from '../records.ts';
import { chooseRowAction, expect, expectNotification, rowOf, test } from '../screen.ts';

/*
 * Keyboard use of lists: where the focus goes when the focused element is removed, and how
 * truncated texts are shown.
 */

test('a list of contracts announces its sort order; its filters and truncated texts can be used by keyboard', async ({
  page,
  colleague,
}) => {
  const comments = 'Odbiór tylko rano, brama od ulicy Polnej, waga zakładowa nie działa do końca miesiąca.';
  const { purchase } = await makeAllocatedContracts(colleague, { comments });
  await page.goto(`/contract/purchase-list/all?search=${encodeURIComponent(purchase.number)}`);
  const list = page.getByRole('region', { name: 'Kontrakty zakupu' });

  await test.step('focusing the name of a row shows the texts that the row truncates', async () => {
    const row = rowOf(page, purchase.number);
    await row.getByRole('checkbox').focus();
    await page.keyboard.press('Tab');
    const name = row.getByRole('rowheader').getByRole('link');
    await expect(name).toBeFocused();
    const tip = page.getByRole('tooltip');
    await expect(tip.getByText(`Uwagi: ${comments}`, { exact: true })).toBeVisible();
    // Escape closes the tooltip, which covers other rows.
    await page.keyboard.press('Escape');
    await expect(tip).toBeHidden();
    await expect(name).toBeFocused();
  });

  await test.step('the third press on a header restores the default order, and each order is announced', async () => {
    const table = page.getByRole('table', { name: 'Kontrakty zakupu' });
    await expect(table.getByRole('rowheader')).toHaveText(`${purchase.number}${purchase.id}`);
    // The live region stays in the document, so that a screen reader announces its changes.
    const region = await page
      .getByRole('main')
      .locator('[aria-live="polite"]')
      .filter({ hasText: 'Nr, malejąco' })
      .elementHandle();
    const header = table.getByRole('columnheader', { name: 'Dostawca' });
    await expect(header).toHaveAttribute('aria-sort', 'none');
    for (const [order, announced, address] of [
      ['ascending', 'Dostawca, rosnąco', /sort=supplier\.asc/],
      ['descending', 'Dostawca, malejąco', /sort=supplier\.desc/],
      ['none', 'Nr, malejąco', /all\?search=[^&]+$/],
    ] as const) {
      await header.getByRole('button', { name: 'Dostawca' }).press('Enter');
      await expect(header).toHaveAttribute('aria-sort', order);
      await expect.poll(() => region?.innerText()).toBe(announced);
      await expect(page).toHaveURL(address);
    }
    await page.getByRole('searchbox', { name: 'Szukaj' }).fill('nie ma takiego');
    await expect.poll(() => region?.innerText()).toContain('Nic nie pasuje');
  });

  await test.step('removing a filter moves the focus to the list', async () => {
    await navigateInApp(page, '/contract/purchase-list/all?isGmp=true&isCert=true');
    const filters = page.getByRole('group', { name: 'Włączone filtry' });
    await filters
      .getByRole('button', { name: /^Usuń filtr/ })
      .first()
      .press('Enter');
    await expect(list).toBeFocused();
    await filters.getByRole('button', { name: 'Wyczyść filtry' }).press('Enter');
    await expect(filters).toBeHidden();
    await expect(list).toBeFocused();
  });
});

test('the focus moves to the list when the focused element is gone, and stays on a changed row that no longer matches the filters', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registrations: string[] = [];
  for (let made = 0; made < 3; made += 1)
    registrations.push(await registrationOf(colleague, await makeTransport(colleague, allocated)));
  const [changed = '', deleted = ''] = registrations;
  const transports = `/contract/sale-list/dashboard/${allocated.sale.id}/transport`;
  await page.goto(`${transports}?status=NEW`);
  const list = page.getByRole('region', { name: 'Transporty' });

  await test.step('the focus stays on a changed row that no longer matches the filters', async () => {
    const row = rowOf(page, changed);
    await row.getByRole('button', { name: 'Zmień status transportu: Nowy' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Oczekuje', exact: true }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Zmień status' }).press('Enter');
    await expect(row).toHaveAttribute('data-gone');
    await expect(row.getByRole('button', { name: 'Zmień status transportu: Oczekuje' })).toBeFocused();
  });

  await test.step('deleting a row moves the focus to the list', async () => {
    await navigateInApp(page, transports);
    await chooseRowAction(page, deleted, 'Usuń');
    await page.getByRole('dialog').getByRole('button', { name: 'Usuń' }).press('Enter');
    await expect(rowOf(page, deleted)).toHaveCount(0);
    await expect(list).toBeFocused();
  });

  await test.step('clearing a selection moves the focus to the list', async () => {
    const all = page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' });
    await all.check();
    await page.getByRole('button', { name: 'Odznacz' }).press('Enter');
    await expect(all).not.toBeChecked();
    await expect(list).toBeFocused();
    await all.check();
  });

  await test.step('a status is enabled only if all selected transports allow it; the status change moves the focus to the list', async () => {
    const chosen = page.getByRole('group', { name: 'Zaznaczone' });
    await chosen.getByRole('button', { name: 'Zmień status' }).press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Opłacony' })).toBeDisabled();
    await page.getByRole('menuitem', { name: 'W drodze', exact: true }).press('Enter');
    const confirmation = page.getByRole('dialog', { name: 'Zmienić status na „W drodze”?' });
    await expect(confirmation).toContainText('Zmiana obejmie 2 transporty, razem 50,000 t.');
    await confirmation.getByRole('button', { name: 'Zmień status' }).press('Enter');
    await expect(list.getByRole('button', { name: 'Zmień status transportu: W drodze' })).toHaveCount(2);
    await expect(list).toBeFocused();
    await expectNotification(page, '2 transporty: W drodze.');
    await expect(chosen).toBeHidden();
  });

  await test.step('the focus stays on a changed contract that no longer matches the filters', async () => {
    await navigateInApp(
      page,
      `/contract/sale-list/${allocated.material.id}?search=${allocated.sale.number}`,
      /sale-list\/\d+\?search=/,
    );
    const contract = rowOf(page, allocated.sale.number);
    await contract.getByRole('button', { name: 'Zmień status kontraktu: Aktywny' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Do rozliczenia', exact: true }).press('Enter');
    await expect(contract).toHaveAttribute('data-gone');
    await expect(
      contract.getByRole('button', { name: 'Zmień status kontraktu: Do rozliczenia' }),
    ).toBeFocused();
  });
});
