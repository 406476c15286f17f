import { changeContractRules } from '@spichlerz/shared/wire/discount-tables';
import type { Endpoint } from '@spichlerz/shared/wire/endpoint';
import { upsertParameter } from '@spichlerz/shared/wire/materials';
import { listSettlements, settlePurchase } from '@spichlerz/shared/wire/settlements';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { download } from '../../testing/call.ts';
import {
  above,
  dryMatter,
  percent,
  type QualityWorld,
  qualityWorld,
  recipient,
} from '../../testing/quality.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let admin: TestUser;
let world: QualityWorld;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
  world = qualityWorld(user, admin);
});
afterAll(() => test.close());

/** Returns the headers of the exported purchase settlements, and their rows keyed by header. */
async function exported(query: { purchaseId?: number } = {}) {
  const input = { query: { ...query, format: 'xlsx', orderBy: 'id ASC' } } as never;
  const { body } = await download<Endpoint>(test.app, listSettlements.purchase.export, input, user.token);
  const [sheet] = await readWorkbook(body);
  const [headers = [], ...rows] = sheet?.data ?? [];
  return {
    headers: headers.map(String),
    rows: rows.map((row) => Object.fromEntries(headers.map((header, index) => [String(header), row[index]]))),
  };
}

/** Returns the lines of the exported purchase settlements as CSV. */
async function exportedLines(purchaseId: number): Promise<string[]> {
  const input = { query: { purchaseId, format: 'csv' } } as never;
  const { body } = await download<Endpoint>(test.app, listSettlements.purchase.export, input, user.token);
  return body.toString().split('\r\n');
}

/** Settles 26 480 kg, of which 22 354 kg are accepted, with 27.4 % of moisture and living pests. */
async function settledTrade() {
  const goods = await world.makeGoods();
  const { moisture, alive } = goods.parameters;
  const rules = [above(moisture, 14, dryMatter), above(alive, 0, { rate: 500 })];
  const trade = await world.makeTrade(goods, rules, { price: 78_000, kg: 26_480 });
  await world.measure(trade.transport, [recipient(moisture, 27.4), recipient(alive, true)]);
  await world.settle(trade.transport);
  return { goods, trade };
}

const emptyRules = (purchase: number) =>
  user.call(changeContractRules, {
    params: { id: purchase },
    body: { weightBasis: 'UNLOADING', readingSource: 'RECIPIENT', rules: [], reason: 'Aneks' },
  });

describe('the export of settlements', () => {
  it('contains the readings of a settlement under the new name and unit of a renamed parameter', async () => {
    const { goods, trade } = await settledTrade();
    await admin.call(upsertParameter, {
      body: {
        id: goods.parameters.moisture,
        rawMaterialId: goods.material.id,
        name: 'Wilgotność ziarna',
        type: 'NUMBER',
        unit: 'proc.',
      },
    });
    const { rows } = await exported({ purchaseId: trade.purchase });
    expect(rows).toMatchObject([{ 'Wilgotność ziarna (proc.)': 27.4, 'Żywe szkodniki': 'Tak' }]);
  });

  it('contains the readings and the accepted quantity of a settlement after the rules of its contract are deleted', async () => {
    const { goods, trade } = await settledTrade();
    await emptyRules(trade.purchase);
    // deletes the rules of the discount table too, because they would keep the columns of their parameters
    await test.pool.query('delete from discount_rule where parameter_id = any($1)', [
      Object.values(goods.parameters),
    ]);
    const { headers, rows } = await exported({ purchaseId: trade.purchase });
    expect(headers.slice(-2)).toEqual(['Wilgotność (%)', 'Żywe szkodniki']);
    expect(rows).toMatchObject([
      {
        'Ilość rzeczywista (t)': 26.48,
        'Ilość rozliczeniowa (t)': 22.354,
        Kwota: 17_324.35,
        'Wilgotność (%)': 27.4,
        'Żywe szkodniki': 'Tak',
      },
    ]);
    // changed readings add no columns, because the settlement keeps its lines
    await world.measure(trade.transport, [
      recipient(goods.parameters.moisture, 27.4),
      recipient(goods.parameters.broken, 3),
    ]);
    expect((await exported({ purchaseId: trade.purchase })).headers).toEqual(headers);
  });

  it('has an accepted-quantity column only if an exported settlement has an accepted quantity', async () => {
    const goods = await world.makeGoods();
    const trades = [await world.makeTrade(goods, []), await world.makeTrade(goods, [], { kg: 25_000 })];
    const [whole = 0, accepted = 0] = trades.map(({ transport }) => transport);
    const byHand = { realPurchaseCargoQuality: 'Paszowa', realPurchaseCargoPrice: 70_000 };
    await user.call(settlePurchase, { body: { transportId: whole, ...byHand } });
    await user.call(settlePurchase, {
      body: { transportId: accepted, ...byHand, acceptedQuantity: 24_000 },
    });
    const [without, one] = await Promise.all(
      trades.map(({ purchase }) => exported({ purchaseId: purchase })),
    );
    expect(without?.headers).not.toContain('Ilość rozliczeniowa (t)');
    expect(without?.headers.at(-1)).toBe('Szczegóły');
    expect(one?.rows).toMatchObject([{ 'Ilość rozliczeniowa (t)': 24, Kwota: 16_800 }]);
  });

  it('as CSV escapes a parameter name that a spreadsheet would run as a formula', async () => {
    const { goods, trade } = await settledTrade();
    const formula = { name: '=HYPERLINK("http://obcy.test")', type: 'NUMBER', unit: '%' } as const;
    await admin.call(upsertParameter, {
      body: { id: goods.parameters.moisture, rawMaterialId: goods.material.id, ...formula },
    });
    const [headers = ''] = await exportedLines(trade.purchase);
    expect(headers.split(';').at(-2)).toBe(`"'=HYPERLINK(""http://obcy.test"") (%)"`);
  });

  it('for one contract has no columns for parameters of other raw materials', async () => {
    const goods = await world.makeGoods();
    const others = await world.makeGoods();
    const { purchase, transport } = await world.makeTrade(goods, [
      above(goods.parameters.moisture, 14, percent),
    ]);
    await world.makeTrade(others, [above(others.parameters.broken, 5, percent)]);
    await world.measure(transport, [recipient(goods.parameters.moisture, 13.5)]);
    await world.settle(transport);
    const [header = '', row = ''] = await exportedLines(purchase);
    expect(header).toMatch(/;Wilgotność \(%\)$/);
    expect(header).not.toContain('Ziarna połamane');
    expect(row).toMatch(/;13,500$/);
  });

  it('has one shared column for parameters with the same name and unit', async () => {
    const settled = [await settledTrade(), await settledTrade()];
    const { headers, rows } = await exported();
    expect(headers.filter((header) => header === 'Wilgotność (%)')).toHaveLength(1);
    const last = rows.slice(-settled.length);
    expect(last.map((row) => row['Wilgotność (%)'])).toEqual([27.4, 27.4]);
  });
});
