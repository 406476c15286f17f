import { defaultFreight } from '@spichlerz/shared/domain/transport';
import { kilograms, minorUnits } from '@spichlerz/shared/domain/units';
import * as calls from '@spichlerz/shared/wire/settlements';
import { changeTransportCosts as changeCostsCall } from '@spichlerz/shared/wire/transport-costs';
import { settleFreight as settleFreightCall } from '@spichlerz/shared/wire/transports';
import { sql } from 'kysely';
import type { Tx } from '../db/tx.ts';
import { previewSettlement } from '../modules/settlements/quality-settlement-queries.ts';
import { settlePurchase, settleSale } from '../modules/settlements/settlement-commands.ts';
import { invoiceSettlement } from '../modules/settlements/side-invoice-commands.ts';
import { changeTransportCosts } from '../modules/transports/cost-commands.ts';
import { settleFreight } from '../modules/transports/freight-commands.ts';
import { createInvoiceBook, type InvoiceOf } from './demo-invoices.ts';
import { DEMO_COSTS, DEMO_DEDUCTIONS, DEMO_FREIGHT_DETAILS, DEMO_SETTLEMENT_DETAILS } from './demo-names.ts';
import type { Random } from './demo-random.ts';
import type { CreatedTransport } from './demo-transports.ts';
import { bodyOf, type SeedContext } from './seed-context.ts';

type InvoiceStatus = 'INVOICE' | 'PAID';

/** The percentages of transports whose document of one kind is settled, invoiced and paid. */
type Progress = { readonly settled: number; readonly invoiced: number; readonly paid: number };
type DocumentKind = 'purchase' | 'sales' | 'freight';

const PROGRESS: Readonly<
  Record<'returned' | 'settled' | 'invoiced' | 'paid', Record<DocumentKind, Progress>>
> = {
  returned: {
    purchase: { settled: 0, invoiced: 0, paid: 0 },
    sales: { settled: 0, invoiced: 0, paid: 0 },
    freight: { settled: 0, invoiced: 45, paid: 20 },
  },
  settled: {
    purchase: { settled: 85, invoiced: 0, paid: 0 },
    sales: { settled: 65, invoiced: 0, paid: 0 },
    freight: { settled: 0, invoiced: 25, paid: 0 },
  },
  invoiced: {
    purchase: { settled: 100, invoiced: 80, paid: 15 },
    sales: { settled: 90, invoiced: 90, paid: 20 },
    freight: { settled: 0, invoiced: 80, paid: 25 },
  },
  paid: {
    purchase: { settled: 100, invoiced: 100, paid: 96 },
    sales: { settled: 100, invoiced: 100, paid: 92 },
    freight: { settled: 0, invoiced: 100, paid: 90 },
  },
};

/**
 * Settles, invoices and pays the transports oldest first, as the office does. Of a returned transport, settles,
 * invoices and pays only the freight.
 */
export async function settleDemoTransports(
  context: SeedContext,
  transports: readonly CreatedTransport[],
): Promise<void> {
  const settlementIds = await findSettlementIds(context, transports);
  const invoiceOf = await createInvoiceBook(context);
  for (const transport of transports) {
    const { outcome } = transport;
    if (outcome !== 'returned' && outcome !== 'settled' && outcome !== 'invoiced' && outcome !== 'paid')
      continue;
    const settlementId = settlementIds.get(transport.id);
    if (settlementId !== undefined) {
      await settleWithSupplier(
        context,
        transport,
        settlementId,
        drawStatus(PROGRESS[outcome].purchase, context.random),
        invoiceOf,
      );
      await settleWithRecipient(
        context,
        transport,
        settlementId,
        drawStatus(PROGRESS[outcome].sales, context.random),
        invoiceOf,
      );
    }
    const freight = drawStatus(PROGRESS[outcome].freight, context.random);
    if (freight.invoice !== null) await settleWithCarrier(context, transport, freight.invoice, invoiceOf);
  }
}

type ReachedStatus = { readonly isSettled: boolean; readonly invoice: InvoiceStatus | null };

/**
 * One random number decides whether a transport is settled, invoiced and paid, so that none is paid without an
 * invoice.
 */
function drawStatus(progress: Progress, random: Random): ReachedStatus {
  const drawn = random.int(1, 100);
  const invoiced = drawn <= progress.invoiced ? ('INVOICE' as const) : null;
  return { isSettled: drawn <= progress.settled, invoice: drawn <= progress.paid ? 'PAID' : invoiced };
}

export async function findSettlementIds(
  { tx }: SeedContext,
  transports: readonly CreatedTransport[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx
    .selectFrom('settlement')
    .where(
      'transport_id',
      'in',
      transports.map(({ id }) => id),
    )
    .select(['id', 'transport_id'])
    .execute();
  return new Map(rows.map((row) => [row.transport_id, row.id]));
}

async function settleWithSupplier(
  { tx, random }: SeedContext,
  transport: CreatedTransport,
  settlementId: number,
  { isSettled, invoice }: ReachedStatus,
  invoiceOf: InvoiceOf,
): Promise<void> {
  if (!isSettled) return;
  const { actor, purchase } = transport;
  const deductions = random.chance(28) ? deductionFor(transport, random) : undefined;
  const byHand = {
    realPurchaseCargoPrice: purchase.price - deductionAmount(deductions),
    ...(deductions !== undefined && { deductions }),
  };
  const body = bodyOf(calls.settlePurchase, {
    transportId: transport.id,
    realPurchaseCargoQuality: random.pick(purchase.material.qualities).title,
    ...((await settledByRules(tx, transport)) ?? byHand),
    ...(random.chance(25) && { details: random.pick(DEMO_SETTLEMENT_DETAILS) }),
  });
  await settlePurchase(tx, actor, body);
  if (invoice === null) return;
  const { number, issueDate, paymentDate, ksefNumber } = invoiceOf('purchase', transport, invoice);
  const given = bodyOf(calls.invoicePurchase, {
    settlementId,
    purchaseSettlementStatus: invoice,
    purchaseInvoiceNumber: number,
    purchaseInvoiceDate: issueDate,
    purchaseDeliverDate: transport.dateUnloading,
    purchasePaymentDate: paymentDate,
    purchaseKsefNumber: ksefNumber,
  });
  await invoiceSettlement(tx, actor, 'purchase', {
    settlementId: given.settlementId,
    status: given.purchaseSettlementStatus,
    invoiceNumber: given.purchaseInvoiceNumber,
    invoiceDate: given.purchaseInvoiceDate,
    deliverDate: given.purchaseDeliverDate,
    paymentDate: given.purchasePaymentDate,
    ksefNumber: given.purchaseKsefNumber,
  });
}

/**
 * Returns the settlement by the rules of the contract. Returns null if the contract has no rules, a reading or
 * norm is missing, or a reading is beyond the acceptance limit.
 */
async function settledByRules(tx: Tx, { id, purchase }: CreatedTransport) {
  const priceOptionId = await feedOptionOf(tx, purchase.id);
  const query = { transportId: id, side: 'purchase' as const, priceOptionId };
  const preview = await previewSettlement(tx, query);
  const { lines, missing, withoutNorm, refused, acceptedQuantity, pricePerTonne, fingerprint } = preview;
  const isComplete = [missing, withoutNorm, refused].every((list) => list.length === 0);
  if (lines.length === 0 || !isComplete || acceptedQuantity === null || pricePerTonne <= 0) return null;
  return { priceOptionId, realPurchaseCargoPrice: pricePerTonne, acceptedQuantity, fingerprint };
}

/**
 * Returns the feed price option of a contract for milling grain. Returns undefined once a settlement of the
 * demo company has used a price option.
 */
async function feedOptionOf(tx: Tx, contractId: number): Promise<number | undefined> {
  const option = await tx
    .selectFrom('contract as c')
    .innerJoin('material_quality as main', 'main.id', 'c.quality_id')
    .innerJoin('contract_option as o', 'o.contract_id', 'c.id')
    .innerJoin('material_quality as q', 'q.id', 'o.quality_id')
    .where('c.id', '=', contractId)
    .where('main.title', 'like', 'Konsumpcyjn%')
    .where('q.title', 'like', 'Paszow%')
    .where(
      sql<boolean>`not exists (select from settlement_side where snapshot ->> 'priceOptionId' is not null)`,
    )
    .orderBy('o.id')
    .select('o.id')
    .limit(1)
    .executeTakeFirst();
  return option?.id;
}

async function settleWithRecipient(
  { tx, random }: SeedContext,
  transport: CreatedTransport,
  settlementId: number,
  { isSettled, invoice }: ReachedStatus,
  invoiceOf: InvoiceOf,
): Promise<void> {
  if (!isSettled) return;
  const { actor } = transport;
  const body = bodyOf(calls.settleSale, {
    transportId: transport.id,
    salesSettlementStatus: 'TO_BE_SETTLED',
    options: saleOptions(transport, random),
    ...(random.chance(20) && { details: random.pick(DEMO_SETTLEMENT_DETAILS) }),
  });
  await settleSale(tx, actor, body);
  if (invoice === null) return;
  const { number, issueDate, paymentDate, ksefNumber } = invoiceOf('sales', transport, invoice);
  const given = bodyOf(calls.invoiceSale, {
    settlementId,
    salesSettlementStatus: invoice,
    salesInvoiceNumber: number,
    salesInvoiceDate: issueDate,
    salesDeliverDate: transport.dateUnloading,
    salesPaymentDate: paymentDate,
    salesKsefNumber: ksefNumber,
  });
  await invoiceSettlement(tx, actor, 'sales', {
    settlementId: given.settlementId,
    status: given.salesSettlementStatus,
    invoiceNumber: given.salesInvoiceNumber,
    invoiceDate: given.salesInvoiceDate,
    deliverDate: given.salesDeliverDate,
    paymentDate: given.salesPaymentDate,
    ksefNumber: given.salesKsefNumber,
  });
}

async function settleWithCarrier(
  { tx, random }: SeedContext,
  transport: CreatedTransport,
  status: InvoiceStatus,
  invoiceOf: InvoiceOf,
): Promise<void> {
  const { number, issueDate, paymentDate, ksefNumber } = invoiceOf('freight', transport, status);
  const realQuantityKg = kilograms(
    transport.outcome === 'returned' ? transport.quantityKg : transport.realQuantityKg,
  );
  const proposed = defaultFreight(
    { quantityKg: kilograms(transport.quantityKg), realQuantityKg: realQuantityKg },
    minorUnits(transport.freightPerTonne),
  );
  const body = bodyOf(settleFreightCall, {
    transportId: transport.id,
    status,
    freightAmount: proposed + (random.chance(12) ? random.int(5, 30) * 1_000 : 0),
    transportInvoiceNumber: number,
    transportInvoiceCreateDate: issueDate,
    transportPaymentDate: paymentDate,
    transportKsefNumber: ksefNumber,
    ...(random.chance(30) && { details: random.pick(DEMO_FREIGHT_DETAILS) }),
  });
  await settleFreight(tx, transport.actor, body);
  await enterCosts(tx, transport);
}

/** One transport in this many has other costs besides its freight. */
const WITH_COSTS = 7;

async function enterCosts(tx: Tx, { id, actor, outcome }: CreatedTransport): Promise<void> {
  const cost = DEMO_COSTS[id % DEMO_COSTS.length];
  if (cost === undefined || id % WITH_COSTS > 0 || outcome === 'returned') return;
  const body = bodyOf(changeCostsCall, { costs: [{ ...cost, currency: 'PLN' }] });
  await changeTransportCosts(tx, actor, id, body);
}

/** Returns one sale option, or sometimes two or three, as for a load of which a part had a lower quality. */
function saleOptions({ realQuantityKg, sale }: CreatedTransport, random: Random) {
  const parts = random.chance(82) ? 1 : random.int(2, 3);
  const partKg = Math.floor(realQuantityKg / parts / 20) * 20;
  // in some splits kilograms are missing, so that the screen shows its warning
  const missingKg = parts > 1 && random.chance(15) ? 1_200 : 0;
  return Array.from({ length: parts }, (_, part) => ({
    realQuantityKg: part === 0 ? realQuantityKg - partKg * (parts - 1) - missingKg : partKg,
    realCargoPrice: sale.price - part * random.int(10, 35) * (sale.currency === 'PLN' ? 100 : 25),
    realCargoQuality: random.pick(sale.material.qualities).title,
  }));
}

/** Returns the text of a deduction for one of the grain's parameters, or undefined if none fits. */
function deductionFor({ purchase }: CreatedTransport, random: Random): string | undefined {
  const names = purchase.material.parameters.map(({ name }) => name);
  const [first, ...others] = DEMO_DEDUCTIONS.filter((text) => names.some((name) => text.startsWith(name)));
  return first === undefined ? undefined : random.pick([first, ...others]);
}

/** Returns the grosz per tonne that a deduction's text names: six złoty if it names none, 0 without a text. */
function deductionAmount(deduction: string | undefined): number {
  if (deduction === undefined) return 0;
  const [, zloty, grosz] = /(\d+),(\d\d) zł\/t/.exec(deduction) ?? [null, '6', '00'];
  return Number(zloty) * 100 + Number(grosz);
}
