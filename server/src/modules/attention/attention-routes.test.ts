import {
  CONTRACT_ATTENTIONS,
  type ContractAttention,
  INVOICE_ATTENTIONS,
  type InvoiceAttention,
  TRANSPORT_ATTENTIONS,
  type TransportAttention,
} from '@spichlerz/shared/domain/attention';
import { SIDES, type Side } from '@spichlerz/shared/domain/side';
import { countAttentions } from '@spichlerz/shared/wire/attention';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { type InvoiceRow, listInvoices } from '@spichlerz/shared/wire/invoices';
import { INVOICE_KINDS } from '@spichlerz/shared/wire/search';
import { invoicePurchase, invoiceSale, settlePurchase, settleSale } from '@spichlerz/shared/wire/settlements';
import { getTransport, listTransports, settleFreight } from '@spichlerz/shared/wire/transports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  type Material,
  makeAllocation,
  makeContract,
  makeMaterial,
  makeTransport,
  setTransportStatuses,
} from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

type InvoiceKind = InvoiceRow['kind'];

let test: TestApp;
let user: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  material = await makeMaterial(await createTestUser(test, 'ADMIN'));
});
afterAll(() => test.close());

const PAST = { dateOfReceiptFrom: '2020-01-01', dateOfReceiptTo: '2020-02-01' };
const FAR = { dateOfReceiptFrom: '2020-01-01', dateOfReceiptTo: '2099-01-01' };
const TENTH = {
  isTolerance: true,
  toleranceType: 'BUYER',
  toleranceUnit: 'PERCENT',
  toleranceQuantity: 10,
} as const;

async function contractsWaiting(side: Side, attention: ContractAttention): Promise<number[]> {
  const { list } = await user.call(contracts[side].list, {
    query: { attention, rawMaterialId: [material.id], limit: 100 },
  });
  return list.map(({ id }) => id);
}

async function transportsWaiting(attention: TransportAttention, salesId: number): Promise<number[]> {
  const { list } = await user.call(listTransports, { query: { attention, salesId } });
  return list.map(({ id }) => id);
}

it('a sale near its last receipt day needs attention when its allocations are below its quantity minus its tolerance', async () => {
  const [open, near, withTolerance, covered] = [
    await makeContract(user, 'sales', material, FAR),
    await makeContract(user, 'sales', material, PAST),
    await makeContract(user, 'sales', material, { ...PAST, ...TENTH }),
    await makeContract(user, 'sales', material, PAST),
  ];
  const purchase = await makeContract(user, 'purchase', material, { ...FAR, quantityKg: 400_000 });
  await makeAllocation(user, purchase, near, 99_999);
  await makeAllocation(user, purchase, withTolerance, 90_000);
  await makeAllocation(user, purchase, covered, 100_000);
  const waiting = await contractsWaiting('sales', 'NOT_COVERED');
  expect(waiting).toContain(near);
  for (const id of [open, withTolerance, covered]) expect(waiting).not.toContain(id);
  expect(await contractsWaiting('purchase', 'NOT_COVERED')).toEqual([]);
});

/** Returns the day this many days after today, by the calendar of the database. */
async function inDays(days: number): Promise<string> {
  const { rows } = await test.pool.query<{ day: string }>(
    'select (current_date + $1::integer)::text as day',
    [days],
  );
  return rows[0]?.day ?? '';
}

const endsIn = async (days: number) =>
  makeContract(user, 'sales', material, {
    dateOfReceiptFrom: '2020-01-01',
    dateOfReceiptTo: await inDays(days),
  });

it('a sale becomes NOT_COVERED 14 days before its last receipt day, and PAST_RANGE the day after its last receipt day', async () => {
  const [later, near, today, over] = [await endsIn(15), await endsIn(14), await endsIn(0), await endsIn(-1)];
  const uncovered = await contractsWaiting('sales', 'NOT_COVERED');
  expect(uncovered).not.toContain(later);
  for (const id of [near, today, over]) expect(uncovered).toContain(id);
  const past = await contractsWaiting('sales', 'PAST_RANGE');
  for (const id of [later, near, today]) expect(past).not.toContain(id);
  expect(past).toContain(over);
});

it('a contract is not listed as ready to close while one of its transports is on the way', async () => {
  const [purchase, sale] = [
    await makeContract(user, 'purchase', material, FAR),
    await makeContract(user, 'sales', material, { ...FAR, quantityKg: 26_000, ...TENTH }),
  ];
  await makeAllocation(user, purchase, sale, 26_000);
  await makeTransport(user, purchase, sale, { status: 'DELIVERED' });
  expect(await contractsWaiting('sales', 'TO_CLOSE')).toContain(sale);
  await makeTransport(user, purchase, sale, { status: 'ON_THE_WAY', quantityKg: 1_000 });
  expect(await contractsWaiting('sales', 'TO_CLOSE')).not.toContain(sale);
});

it('the attention list contains contracts past their receipt dates, unsigned contracts and contracts ready to close', async () => {
  const [late, sale] = [
    await makeContract(user, 'purchase', material, { ...PAST, agreementStatus: 'SIGNED' }),
    await makeContract(user, 'sales', material, { ...FAR, quantityKg: 25_000 }),
  ];
  expect(await contractsWaiting('purchase', 'PAST_RANGE')).toContain(late);
  expect(await contractsWaiting('sales', 'PAST_RANGE')).not.toContain(sale);
  expect(await contractsWaiting('sales', 'UNSIGNED')).toContain(sale);
  expect(await contractsWaiting('purchase', 'UNSIGNED')).not.toContain(late);
  await makeAllocation(user, late, sale, 25_000);
  const transport = await makeTransport(user, late, sale);
  expect(await contractsWaiting('sales', 'TO_CLOSE')).not.toContain(sale);
  await setTransportStatuses(user, transport, 'DELIVERED');
  expect(await contractsWaiting('sales', 'TO_CLOSE')).toContain(sale);
});

it('a transport is listed as late from the day after its unloading date until its delivery or cancellation', async () => {
  const [purchase, sale] = [
    await makeContract(user, 'purchase', material, FAR),
    await makeContract(user, 'sales', material, FAR),
  ];
  await makeAllocation(user, purchase, sale, 75_000);
  const due = async (days: number) =>
    makeTransport(user, purchase, sale, { dateLoading: '2020-01-01', dateUnloading: await inDays(days) });
  const [gone, waiting] = [await due(-1), await due(-1), await due(0)];
  await setTransportStatuses(user, gone, 'ON_THE_WAY');
  const late = async () => (await transportsWaiting('LATE', sale)).toSorted((one, other) => one - other);
  expect(await late()).toEqual([gone, waiting]);
  await setTransportStatuses(user, gone, 'DELIVERED');
  await setTransportStatuses(user, waiting, 'CANCELLED');
  expect(await late()).toEqual([]);
});

async function settle(transportId: number): Promise<void> {
  await user.call(settlePurchase, {
    body: { transportId, realPurchaseCargoPrice: 78_000, realPurchaseCargoQuality: material.qualityId },
  });
  await user.call(settleSale, {
    body: {
      transportId,
      salesSettlementStatus: 'TO_BE_SETTLED',
      options: [{ realQuantityKg: 25_000, realCargoPrice: 90_000, realCargoQuality: material.qualityId }],
    },
  });
}

const settlementOf = async (transportId: number) =>
  (await user.call(getTransport, { params: { id: transportId } })).settlementId ?? 0;

/** Creates an invoice of the given kind for a settled transport. */
const INVOICED: Record<InvoiceKind, (transport: number, paymentDate: string) => Promise<unknown>> = {
  PURCHASE: async (transport, purchasePaymentDate) =>
    user.call(invoicePurchase, {
      body: {
        settlementId: await settlementOf(transport),
        purchaseSettlementStatus: 'INVOICE',
        purchaseInvoiceNumber: `FV/${transport}`,
        purchaseDeliverDate: '2020-01-10',
        purchasePaymentDate,
      },
    }),
  SALES: async (transport, salesPaymentDate) =>
    user.call(invoiceSale, {
      body: {
        settlementId: await settlementOf(transport),
        salesSettlementStatus: 'INVOICE',
        salesInvoiceNumber: `FS/${transport}`,
        salesDeliverDate: '2020-01-10',
        salesPaymentDate,
      },
    }),
  FREIGHT: (transport, transportPaymentDate) =>
    user.call(settleFreight, {
      body: {
        transportId: transport,
        status: 'INVOICE',
        freightAmount: 100_000,
        transportInvoiceNumber: `FT/${transport}`,
        transportInvoiceCreateDate: '2020-01-12',
        transportPaymentDate,
      },
    }),
};

it('a transport is in the attention lists of its next steps: first release, then settlements, then invoices', async () => {
  const [purchase, sale] = [
    await makeContract(user, 'purchase', material, FAR),
    await makeContract(user, 'sales', material, FAR),
  ];
  await makeAllocation(user, purchase, sale, 25_000);
  const transport = await makeTransport(user, purchase, sale, { status: 'DELIVERED' });
  const waitsFor = async () => {
    const found: TransportAttention[] = [];
    for (const kind of TRANSPORT_ATTENTIONS)
      if ((await transportsWaiting(kind, sale)).length > 0) found.push(kind);
    return found;
  };
  expect(await waitsFor()).toEqual(['TO_RELEASE']);
  await setTransportStatuses(user, transport, 'TO_BE_SETTLED');
  expect(await waitsFor()).toEqual(['PURCHASE_TO_SETTLE', 'SALES_TO_SETTLE', 'FREIGHT_TO_SETTLE']);
  await settle(transport);
  expect(await waitsFor()).toEqual(['FREIGHT_TO_SETTLE', 'PURCHASE_TO_INVOICE', 'SALES_TO_INVOICE']);
  await INVOICED.PURCHASE(transport, '2020-02-01');
  await INVOICED.SALES(transport, '2099-02-01');
  await INVOICED.FREIGHT(transport, '2020-02-01');
  expect(await waitsFor()).toEqual([]);
  expect(await user.call(getTransport, { params: { id: transport } })).toMatchObject({
    purchaseAmount: 1_950_000,
    purchaseCurrency: 'PLN',
    salesAmount: 2_250_000,
    salesCurrency: 'PLN',
  });
});

it.each(INVOICE_KINDS)(
  'the attention counts include a %s invoice without a KSeF number, and count it as overdue from the day after its due date',
  async (kind) => {
    const [purchase, sale] = [
      await makeContract(user, 'purchase', material, FAR),
      await makeContract(user, 'sales', material, FAR),
    ];
    await makeAllocation(user, purchase, sale, 25_000);
    const transport = await makeTransport(user, purchase, sale, { status: 'DELIVERED' });
    await setTransportStatuses(user, transport, 'TO_BE_SETTLED');
    await settle(transport);
    const before = await countInvoices(kind);
    await INVOICED[kind](transport, await inDays(0));
    expect(await countInvoices(kind)).toEqual({ ...before, WITHOUT_KSEF: before.WITHOUT_KSEF + 1 });
    await INVOICED[kind](transport, await inDays(-1));
    expect(await countInvoices(kind)).toEqual({
      OVERDUE: before.OVERDUE + 1,
      WITHOUT_KSEF: before.WITHOUT_KSEF + 1,
    });
  },
);

it('each attention count equals the number of rows in the list with the same filter', async () => {
  const counted = await user.call(countAttentions, {});
  for (const side of SIDES) {
    for (const attention of CONTRACT_ATTENTIONS) {
      const { filtered } = await user.call(contracts[side].list, { query: { attention } });
      const count = counted.contracts.find(
        (each) => each.side === side && each.attention === attention,
      )?.count;
      expect([side, attention, count]).toEqual([side, attention, filtered]);
    }
  }
  for (const kind of INVOICE_KINDS) {
    for (const attention of INVOICE_ATTENTIONS) {
      const filter = { kind, isPaid: false, ...INVOICE_FILTERS[attention] };
      const { filtered } = await user.call(listInvoices, { body: { filter } });
      expect(counted.invoices).toContainEqual({ kind, attention, count: filtered });
    }
  }
  for (const attention of TRANSPORT_ATTENTIONS) {
    const { filtered } = await user.call(listTransports, { query: { attention } });
    expect(counted.transports).toContainEqual({ attention, count: filtered });
  }
});

const INVOICE_FILTERS = { OVERDUE: { isOverdue: true }, WITHOUT_KSEF: { withoutKsef: true } };

async function countInvoices(kind: InvoiceKind): Promise<Record<InvoiceAttention, number>> {
  const { invoices } = await user.call(countAttentions, {});
  const countOf = (attention: InvoiceAttention) =>
    invoices.find((each) => each.kind === kind && each.attention === attention)?.count ?? 0;
  return { OVERDUE: countOf('OVERDUE'), WITHOUT_KSEF: countOf('WITHOUT_KSEF') };
}
