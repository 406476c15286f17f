import type { Page, Route } from '@playwright/test';
import { listSettlements } from '@spichlerz/shared/wire/settlements';
import type { Client } from '../client.ts';
import { CONNECTION_LOST } from '../fire.ts';
import { makePair, makeReleasedTruck, type Pair } from '../records.ts';
import { expect, expectNotice, test, type } from '../screen.ts';

const INVOICE_CALL = '**/api/contract/settlement-set-sales-invoice';

async function makeTrucks(colleague: Client, count: number): Promise<Pair> {
  const pair = await makePair(colleague);
  for (let made = 0; made < count; made += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each one changes the balance the next one needs
    await makeReleasedTruck(colleague, pair);
  }
  return pair;
}

/** The invoice of every truck of a sale. */
async function openJoint(page: Page, { sale }: Pair, count: string, query = '') {
  await page.goto(`/contract/sale-list/dashboard/${sale.id}/settlement${query}`);
  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check();
  await page.getByRole('button', { name: /^Faktura \(/ }).click();
  return page.getByRole('dialog', { name: `Faktura sprzedaży, ${count}` });
}

/** The newest settlement first, as the list has them. */
async function stored(colleague: Client, { sale }: Pair) {
  const { list } = await colleague(listSettlements.sales, { query: { salesId: sale.id } });
  return list.map((row) => [row.salesSettlementStatus, row.salesInvoiceNumber]);
}

/** Of the calls from now on the second one fails. */
async function failSecond(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  let calls = 0;
  await page.route(INVOICE_CALL, async (route) => {
    calls += 1;
    await (calls === 2 ? answer(route) : route.continue());
  });
}

for (const live of ['with', 'without'] as const) {
  test(`the second try of one invoice for three trucks enters a corrected number for all, ${live} live changes`, async ({
    page,
    colleague,
  }) => {
    if (live === 'without') await page.route('**/api/events', (route) => route.abort());
    const pair = await makeTrucks(colleague, 3);
    // what is invoiced leaves such a list
    const dialog = await openJoint(page, pair, '3 transporty', '?status=TO_BE_SETTLED');
    await type(dialog, 'Nr faktury', 'FS/1');
    await failSecond(page, CONNECTION_LOST.answer);
    const save = dialog.getByRole('button', { name: 'Zapisz fakturę' });
    await save.click();
    await expect(dialog.getByText(`Nie udało się zapisać. ${CONNECTION_LOST.sentence}`)).toBeVisible();
    expect(await stored(colleague, pair)).toContainEqual(['INVOICE', 'FS/1']);
    await expect(dialog.getByRole('cell', { name: 'FS/1' })).toHaveCount(1);
    await type(dialog, 'Nr faktury', 'FS/2');
    await save.click();
    await expectNotice(page, 'Zapisano fakturę');
    expect(await stored(colleague, pair)).toEqual([
      ['INVOICE', 'FS/2'],
      ['INVOICE', 'FS/2'],
      ['INVOICE', 'FS/2'],
    ]);
  });
}
