import { SIDES, type Side } from '@spichlerz/shared/domain/side';
import { printSettlements, printTransportOrder } from '@spichlerz/shared/wire/printouts';
import { invoicePurchase, invoiceSale, settlePurchase } from '@spichlerz/shared/wire/settlements';
import { getTransport } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as, type Person } from '../../testing/as.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransport,
} from '../../testing/make.ts';
import { readPaper } from '../../testing/paper.ts';

let test: TestApp;
let person: Person;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  person = await as(test);
  material = await makeMaterial(await as(test, 'ADMIN'));
});
afterAll(() => test.close());

const purchase = (overrides = {}) => makeContract(person, 'purchase', material, overrides);

it('the order for a carrier wants GMP where the purchase does', async () => {
  const [from, other] = [await purchase({ isGmp: true }), await purchase()];
  const to = await makeContract(person, 'sales', material);
  for (const each of [from, other]) await makeAllocation(person, each, to, 25_000);
  const order = async (id: number) =>
    (await readPaper(test, person, printTransportOrder, { params: { id } })).text;
  expect(await order(await makeTransport(person, from, to))).toContain('GMP Wymagane');
  expect(await order(await makeTransport(person, other, to))).toContain('GMP Niewymagane');
});

/** The invoice of a side, with its day of delivery. */
const invoiced: Record<Side, (settlementId: number, day: string) => Promise<true>> = {
  purchase: (settlementId, purchaseDeliverDate) =>
    person.call(invoicePurchase, {
      body: {
        settlementId,
        purchaseSettlementStatus: 'INVOICE',
        purchaseInvoiceNumber: 'FZ/1',
        purchaseDeliverDate,
      },
    }),
  sales: (settlementId, salesDeliverDate) =>
    person.call(invoiceSale, {
      body: { settlementId, salesSettlementStatus: 'INVOICE', salesInvoiceNumber: 'FS/1', salesDeliverDate },
    }),
};

it('a paper has its trucks in the order of the days of delivery of its own side', async () => {
  const contract = { purchase: await purchase(), sales: await makeContract(person, 'sales', material) };
  await makeAllocation(person, contract.purchase, contract.sales, 50_000);
  for (const [registrationNumber, purchaseDay, salesDay] of [
    ['PO 1', '2026-09-14', '2026-09-13'],
    ['PO 2', '2026-09-11', '2026-09-16'],
  ] as const) {
    const truck = await makeTransport(person, contract.purchase, contract.sales, { registrationNumber });
    await setTransport(person, truck, 'DELIVERED', 'TO_BE_SETTLED');
    await person.call(settlePurchase, {
      body: { transportId: truck, realPurchaseCargoPrice: 80_000, realPurchaseCargoQuality: 'Paszowa' },
    });
    const { settlementId } = await person.call(getTransport, { params: { id: truck } });
    await invoiced.purchase(settlementId ?? 0, purchaseDay);
    await invoiced.sales(settlementId ?? 0, salesDay);
  }
  const rows: Record<Side, RegExp> = {
    purchase: /11\/09\/2026 PO 2 .* 14\/09\/2026 PO 1 /,
    sales: /13\/09\/2026 PO 1 .* 16\/09\/2026 PO 2 /,
  };
  for (const side of SIDES) {
    const { text } = await readPaper(test, person, printSettlements[side], {
      params: { id: contract[side] },
    });
    expect(text).toMatch(rows[side]);
  }
});
