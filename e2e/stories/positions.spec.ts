import { makePair } from '../records.ts';
import { expect, plain, test } from '../screen.ts';

test('what waits to be done opens the list it counts', async ({ page }) => {
  await page.goto('/positions');
  const item = page
    .getByRole('region', { name: 'Do zrobienia' })
    .getByRole('link', { name: /^Sprzedaże bez podpisanej umowy/ });
  const [, count] = /(\d+)$/.exec(plain(await item.innerText())) ?? [];
  await item.click();
  await expect(page.getByRole('tab', { name: 'Wszystkie', selected: true })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(new RegExp(` z ${count} wynik`));
  await expect(page.getByRole('button', { name: /Sprzedaże bez podpisanej umowy/ })).toBeVisible();
});

test('each figure of a position opens the contracts behind it', async ({ page, colleague }) => {
  const { purchase } = await makePair(colleague);
  await page.goto('/positions/1');
  const months = page.getByRole('table', { name: /zakup i sprzedaż według miesięcy dostawy$/ });
  await expect(months.getByRole('row').nth(1)).toContainText('Razem');
  await expect(page.getByRole('figure', { name: /zakup i sprzedaż według miesięcy dostawy$/ })).toBeVisible();
  await page
    .getByRole('table', { name: /^Pozycja: / })
    .getByRole('link', { name: /^Kontrakty zakupu, Razem/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Kontrakty zakupu' })).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(purchase.number) })).toBeVisible();
});

test('a truck that waits for its invoice leads to its settlement in one step', async ({ page }) => {
  await page.goto('/positions');
  await page
    .getByRole('region', { name: 'Do zrobienia' })
    .getByRole('link', { name: /^Sprzedaż rozliczona, bez faktury/ })
    .click();
  const actions = page.getByRole('button', { name: /^Akcje: / }).first();
  await actions.click();
  const plate = (await actions.getAttribute('aria-label'))?.replace('Akcje: ', '') ?? '';
  await page.getByRole('menuitem', { name: 'Rozliczenie i faktura sprzedaży' }).click();
  await expect(page.getByRole('tab', { name: 'Rozliczenia', selected: true })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText(plate);
});
