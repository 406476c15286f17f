import { makeAllocatedContracts, makeTransport } from '../records.ts';
import { choose, expect, expectNotification, rowOf, test } from '../screen.ts';
import { confirm, openContract, search } from '../trading-steps.ts';

test('the delete button explains why the contract cannot be deleted', async ({ page, colleague }) => {
  const allocated = await makeAllocatedContracts(colleague);
  const button = page.getByRole('button', { name: 'Usuń kontrakt' });
  const reason = page.getByRole('tooltip');

  await page.goto(`/contract/purchase-list/dashboard/${allocated.purchase.id}/details`);
  await button.hover();
  await expect(reason).toHaveText('Umowa jest podpisana, więc kontraktu nie można usunąć.');

  await choose(page.getByRole('main'), 'Status umowy', 'Do podpisu');
  await page.getByRole('button', { name: 'Zapisz' }).click();
  await confirm(page, `Zapisać zmiany w kontrakcie ${allocated.purchase.number}?`, 'Zapisz');
  await expectNotification(page, 'Zapisano kontrakt');
  await makeTransport(colleague, allocated);
  await expect(button).toBeDisabled();
  await button.hover();
  await expect(reason).toContainText('transport');
});

test('a deleted contract is no longer listed, and going back skips its pages', async ({
  page,
  colleague,
}) => {
  const { sale, material } = await makeAllocatedContracts(colleague);
  await page.goto(`/contract/sale-list/${material.id}`);
  await openContract(page, sale.number);
  await page.getByRole('tab', { name: 'Szczegóły' }).click();
  await choose(page.getByRole('main'), 'Status umowy', 'Brak');
  await page.getByRole('button', { name: 'Zapisz' }).click();
  await confirm(page, `Zapisać zmiany w kontrakcie ${sale.number}?`, 'Zapisz');
  await page.getByRole('button', { name: 'Usuń kontrakt' }).click();
  await confirm(page, `Usunąć kontrakt ${sale.number}?`, 'Usuń kontrakt');
  await expectNotification(page, 'Usunięto kontrakt');
  const list = page.getByRole('heading', { name: 'Kontrakty sprzedaży', level: 1 });
  for (const times of [1, 2]) {
    await page.goBack();
    await expect(list, `after ${times} times Back`).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/contract/sale-list/${material.id}`));
  }
  await search(page, sale.number);
  await expect(rowOf(page, sale.number)).toHaveCount(0);
});

test.describe('the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 700 } });

  test('the delete button and the save button are on one line', async ({ page, colleague }) => {
    const { purchase } = await makeAllocatedContracts(colleague);
    await page.goto(`/contract/purchase-list/dashboard/${purchase.id}/details`);
    const tops = [];
    for (const name of ['Usuń kontrakt', 'Anuluj', 'Zapisz']) {
      const button = page.getByRole('main').getByRole('button', { name, exact: true });
      await expect(button).toBeInViewport({ ratio: 1 });
      tops.push((await button.boundingBox())?.y);
    }
    expect(new Set(tops).size).toBe(1);
  });
});
