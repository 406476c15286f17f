import { navigateInApp } from '../navigation.ts';
import { makeAllocatedContracts, makeTransport, registrationOf } from '../records.ts';
import { expect, expectNotification, test } from '../screen.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('the cards of a list can be sorted, and selected cards can be changed together', async ({
  page,
  colleague,
}) => {
  const allocated = await makeAllocatedContracts(colleague);
  const registrations = [
    await registrationOf(colleague, await makeTransport(colleague, allocated)),
    await registrationOf(colleague, await makeTransport(colleague, allocated)),
  ].sort();
  await page.goto(`/contract/sale-list/dashboard/${allocated.sale.id}/transport`);
  await expect(page.getByText(/^Ostatnia aktualizacja \d\d:\d\d:\d\d$/)).toBeVisible();

  const cards = page.getByRole('list', { name: 'Transporty' }).locator('> li');
  const order = page.getByRole('combobox', { name: 'Sortuj' });
  await expect(order.getByRole('option', { selected: true })).toHaveText('Kolejność domyślna');
  for (const [chosen, expected] of [
    ['Nr rejestracyjny, malejąco', registrations.toReversed()],
    ['Nr rejestracyjny, rosnąco', registrations],
  ] as const) {
    await order.selectOption(chosen);
    await expect(cards).toHaveText(expected.map((registration) => new RegExp(registration)));
  }

  const all = page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' });
  await page.getByRole('checkbox', { name: `Zaznacz: ${registrations[0]}` }).check();
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await all.check();
  const chosen = page.getByRole('group', { name: 'Zaznaczone' });
  await chosen.getByRole('button', { name: 'Zmień status' }).click();
  await page.getByRole('menuitem', { name: 'W drodze' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Zmień status' }).click();
  await expectNotification(page, '2 transporty: W drodze.');
  await expect(chosen).toBeHidden();
});

test('the selected tab is in view; post codes and quantities never break over two lines', async ({
  page,
  colleague,
}) => {
  await page.goto('/contract/purchase-list/all');
  await expect(page.getByRole('tab', { name: 'Wszystkie', selected: true })).toBeInViewport({ ratio: 1 });
  const { purchase } = await makeAllocatedContracts(colleague);
  await navigateInApp(page, `/contract/purchase-list/dashboard/${purchase.id}/history`);
  await expect(page.getByRole('tab', { name: 'Historia', selected: true })).toBeInViewport({ ratio: 1 });

  await page.getByRole('tab', { name: 'Realizacja' }).click();
  await expect(page.locator('main').getByText('60-001', { exact: true })).toHaveCount(2);
  // From 992 px on the page shows two panels next to each other, and from 1408 px on three.
  const widths = [...Array.from({ length: 26 }, (_, index) => 320 + 4 * index), 992, 1024, 1200, 1407, 1408];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.locator('main').evaluate(brokenWords), `${width} px`).toEqual([]);
  }
});

/** Returns the post codes and quantities that take more than one line. */
function brokenWords(root: Element): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const { data } = node as Text;
    for (const { 0: word, index } of data.matchAll(/\d{2}-\d{3}|\d[\d\u{a0}]*,\d{3}\u{a0}t/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  return broken;
}
