import type { Page } from '@playwright/test';
import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts, makeTransport } from '../records.ts';
import { expect, test } from '../screen.ts';

/** Returns the right edge of each column, and the left edge of the sticky columns at the end of the table. */
async function edgesOf(page: Page) {
  const columns = await page.getByRole('columnheader').evaluateAll((cells) =>
    cells.map((cell) => {
      const { left, right } = cell.getBoundingClientRect();
      return { text: (cell as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim(), left, right };
    }),
  );
  const sticky = columns.filter(({ text }) => text === 'Akcje' || text === 'Alokacja');
  return {
    rightOf: (name: string) => columns.find(({ text }) => text.includes(name))?.right ?? Infinity,
    startOfSticky: Math.min(...sticky.map(({ left }) => left)),
  };
}

test('the most important columns of each list fit into 1440 px; the first two columns stay in view when the list scrolls sideways', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const { purchase, sale } = allocated;
  await makeTransport(colleague, allocated, 'DELIVERED');
  await page.setViewportSize({ width: 1440, height: 900 });
  const settlement = [
    'Nr rejestracyjny',
    'Status',
    'Ilość',
    'Cena',
    'Kwota',
    'Nr faktury',
    'Termin płatności',
  ];
  const lists: Readonly<Record<string, readonly string[]>> = {
    '/contract/purchase-list/all': [
      'Dostawca',
      'Status',
      'Ilość',
      'Do odbioru',
      'Zaalokowano',
      'Cena',
      'Jakość',
      'Realizacja',
    ],
    '/contract/sale-list/all': [
      'Odbiorca',
      'Status',
      'Ilość',
      'Do zaalokowania',
      'Do dostarczenia',
      'W dostawie',
      'Dostarczono',
      'Cena',
      'Realizacja',
    ],
    '/logistics': [
      'Nr rejestracyjny',
      'Status',
      'Załadunek',
      'Ilość',
      'Przewoźnik',
      'Telefon kierowcy',
      'Dostawca → Odbiorca',
      'Fracht',
    ],
    [`/contract/purchase-list/dashboard/${purchase.id}/settlement`]: settlement,
    [`/contract/sale-list/dashboard/${sale.id}/settlement`]: settlement,
    [`/contract/sale-list/allocation/${sale.id}`]: [
      'Dostawca',
      'Dopuszczalna ilość',
      'Zaalokowano tu',
      'Alokacja',
      'Cena',
      'Jakość',
      'GMP',
      'CERT',
    ],
    '/data/supplier-list': ['Kod kontrahenta', 'Telefon', 'NIP', 'PESEL', 'Osoby kontaktowe'],
    '/invoices': ['Dostawca', 'Termin płatności', 'Kwota', 'Opłacona', 'Ilość'],
    '/allocations': ['Dostawca', 'Odbiorca', 'Zaalokowano', 'W dostawie', 'Dostarczono'],
  };
  await page.goto('/sandbox');
  for (const [path, columns] of Object.entries(lists)) {
    await navigateInApp(page, path);
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    const { rightOf, startOfSticky } = await edgesOf(page);
    for (const name of columns.filter((column) => column !== 'Alokacja'))
      expect(rightOf(name), `${path}: ${name}`).toBeLessThanOrEqual(startOfSticky);
    const staying = page.getByRole('row').nth(1).locator('th, th + td');
    const before = await staying.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x));
    await page.setViewportSize({ width: 700, height: 900 });
    await page.locator('section:has(> table)').evaluate((scroller) => scroller.scrollTo({ left: 300 }));
    const after = await staying.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x));
    // In a narrow window the menu is hidden and all columns are further left. The test therefore compares
    // distances from the first column.
    expect(
      after.map((x) => x - (after[0] ?? 0)),
      path,
    ).toEqual(before.map((x) => x - (before[0] ?? 0)));
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});
