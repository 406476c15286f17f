import type { WeightBasis } from '@spichlerz/shared/domain/discount-rule';
import { isCorrected, needsCorrection, salesAmount } from '@spichlerz/shared/domain/settlement';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { type Kilograms, kilograms, lineAmount, type MinorUnits } from '@spichlerz/shared/domain/units';
import type { SettlementRow } from '@spichlerz/shared/wire/settlements';
import { sql } from 'kysely';
import { compiledOnce, type Ids, isAnyOf } from '../../db/compiled-once.ts';
import type { Db } from '../../db/tx.ts';
import { TRANSPORT_MARGIN_COLUMNS } from '../margins/margin-queries.ts';
import { selectTransports, toTransportRow } from '../transports/transport-queries.ts';
import {
  isMeasuredAsBefore,
  type Reading,
  recomputedAmount,
  type SnapshotSummary,
  STORED_READINGS,
} from './quality-settlement-queries.ts';

/* The rows of settlements by the ids of their transports, and their conversion to the API's rows. */

/**
 * The columns of one side (alias xp or xs). Required columns are never null, because every settlement has both
 * sides.
 */
const sideColumns = <Alias extends 'xp' | 'xs'>(alias: Alias) => {
  const x = sql.ref(alias);
  return [
    sql<string>`${x}.quality`.as(`${alias}Quality`),
    sql<string | null>`${x}.details`.as(`${alias}Details`),
    sql<string | null>`${x}.deductions`.as(`${alias}Deductions`),
    sql<number>`${x}.version`.as(`${alias}Version`),
  ] as const;
};

/**
 * Selects transports that have a settlement, with both sides, the options of the sale and the snapshot of one
 * side.
 */
function selectSettlements(db: Db, side: Side) {
  const own = sql.ref({ purchase: 'xp', sales: 'xs' }[side]);
  return selectTransports(db)
    .where('x.id', 'is not', null)
    .select([
      ...TRANSPORT_MARGIN_COLUMNS,
      ...sideColumns('xp'),
      ...sideColumns('xs'),
      sql<WeightBasis>`p.weight_basis`.as('purchaseBasis'),
      sql<WeightBasis>`s.weight_basis`.as('salesBasis'),
      sql<SnapshotSummary | null>`${own}.snapshot - 'rules' - 'norms'`.as('snapshot'),
      // readings are needed only for sides that were settled by rules
      sql<Reading[] | null>`case when ${own}.snapshot is not null then ${STORED_READINGS} end`.as('readings'),
      sql<Kilograms | null>`(select w.net_kg from weigh_ticket w where w.transport_id = t.id
        and w.place = 'LOADING')`.as('loadedKg'),
      sql<number | null>`p.min_price_minor_per_tonne`.as('minPrice'),
      sql<number | null>`p.payment_days`.as('purchasePaymentDays'),
      sql<number | null>`s.payment_days`.as('salesPaymentDays'),
    ]);
}

type Stored = Awaited<ReturnType<ReturnType<typeof selectSettlements>['execute']>>[number];
type Compared = Stored & {
  readonly amount: MinorUnits;
  /** The amount that the current readings and weights give; `amount` is that of the stored settlement. */
  readonly currentAmount: MinorUnits;
  /** Whether the sent statement or invoice differs from the current data. */
  readonly isOutdated: boolean;
};
type Selected = Compared & { readonly needsCorrection: boolean };

const rowsOf = (side: Side) =>
  compiledOnce((db: Db, ids: Ids) => selectSettlements(db, side).where(isAnyOf('t.id', ids)));
const storedOf = { purchase: rowsOf('purchase'), sales: rowsOf('sales') } satisfies BySide<unknown>;

export async function settlementsOf(
  db: Db,
  side: Side,
  ids: readonly number[],
): Promise<readonly Selected[]> {
  const rows = await compare(db, side, await storedOf[side](db, ids));
  const corrected = await findCorrected(
    db,
    side,
    rows.filter((row) => row.isOutdated),
  );
  return rows.map((row) => Object.assign(row, { needsCorrection: row.isOutdated && !corrected.has(row.id) }));
}

/** Recalculates only the few sides whose readings or weights changed after their settlement. */
async function compare(db: Db, side: Side, rows: readonly Stored[]): Promise<readonly Compared[]> {
  const changed = rows.filter(
    (row) => row.snapshot !== null && !isMeasuredAsBefore(row.snapshot, measuredOf(row)),
  );
  const recomputed = await recompute(db, side, changed);
  return rows.map((row) => {
    const amount = amountOf[side](row);
    return Object.assign(row, {
      amount,
      currentAmount: recomputed.get(row.id) ?? currentAmountOf[side](row, amount),
      isOutdated: recomputed.has(row.id) || differsFromSent[side](row, amount),
    });
  });
}

const amountOf: BySide<(row: Stored) => MinorUnits> = {
  purchase: (row) => lineAmount(row.xpAcceptedKg ?? row.xpSentQuantityKg ?? unloadedKgOf(row), row.xpPrice),
  sales: (row) =>
    row.xsAcceptedKg === null ? salesAmount(optionsOf(row)) : lineAmount(row.xsAcceptedKg, row.xsPrice),
};

const currentAmountOf: BySide<(row: Stored, amount: MinorUnits) => MinorUnits> = {
  purchase: (row, amount) =>
    row.snapshot === null && row.xpAcceptedKg === null ? lineAmount(unloadedKgOf(row), row.xpPrice) : amount,
  sales: (_row, amount) => amount,
};

const differsFromSent: BySide<(row: Stored, amount: MinorUnits) => boolean> = {
  purchase: (row) => row.snapshot === null && needsCorrection(row.xpSentQuantityKg, unloadedKgOf(row)),
  // a sale that is settled again after its invoice differs from the invoice until the invoice is saved again
  sales: (row, amount) => needsCorrection(row.salesAmount, amount),
};

/**
 * @returns the ids of the transports on invoices whose corrections equal the changes of their sides
 * (isCorrected)
 */
async function findCorrected(db: Db, side: Side, rows: readonly Stored[]): Promise<ReadonlySet<number>> {
  if (rows.length === 0) return new Set();
  const invoices = await db
    .selectFrom('invoice as i')
    .where(
      sql<boolean>`i.id in (select own.invoice_id from settlement x join settlement_side own
        on own.settlement_id = x.id where own.side = ${side}::side
        and x.transport_id = any(${rows.map(({ id }) => id)}::bigint[]))`,
    )
    .where(sql<boolean>`exists (select from invoice k where k.corrects_id = i.id)`)
    .select([
      'i.amount_minor as amount',
      sql<number>`(select sum(k.amount_minor)::bigint from invoice k where k.corrects_id = i.id)`.as(
        'corrections',
      ),
      sql<number[]>`array(select l.transport_id from invoice_line l where l.invoice_id = i.id)`.as(
        'transportIds',
      ),
    ])
    .execute();
  if (invoices.length === 0) return new Set();
  const ids = invoices.flatMap(({ transportIds }) => transportIds);
  const compared = await compare(db, side, await storedOf[side](db, ids));
  const current = new Map(compared.map(({ id, currentAmount }) => [id, currentAmount]));
  const corrected = invoices.filter((invoice) =>
    isCorrected(
      invoice,
      invoice.transportIds.map((id) => current.get(id) ?? 0),
    ),
  );
  return new Set(corrected.flatMap(({ transportIds }) => transportIds));
}

const measuredOf = (row: Stored) => ({
  readings: row.readings ?? [],
  weights: { UNLOADING: unloadedKgOf(row), LOADING: row.loadedKg },
});

const unloadedKgOf = (row: Stored) => kilograms(row.realQuantityKg ?? row.quantityKg);

/** Without saved options the whole transport counts as one option at the side's price and quality. */
const optionsOf = (row: Stored) =>
  row.options ?? [{ quantityKg: unloadedKgOf(row), pricePerTonne: row.xsPrice, quality: row.xsQuality }];

const paidOf: BySide<(row: Stored) => Parameters<typeof recomputedAmount>[2]> = {
  purchase: (row) => ({ acceptedKg: row.xpAcceptedKg, pricePerTonne: row.xpPrice }),
  sales: (row) => ({ acceptedKg: row.xsAcceptedKg, pricePerTonne: row.xsPrice }),
};

/**
 * @returns the new amount of each side whose price or kilograms change with the current readings and weights
 */
async function recompute(
  db: Db,
  side: Side,
  rows: readonly Stored[],
): Promise<ReadonlyMap<number, MinorUnits>> {
  if (rows.length === 0) return new Map();
  const sides = await db
    .selectFrom('settlement as x')
    .innerJoin('settlement_side as own', 'own.settlement_id', 'x.id')
    .where('own.side', '=', side)
    .where(sql<boolean>`x.transport_id = any(${rows.map(({ id }) => id)}::bigint[])`)
    .select(['x.transport_id as id', 'own.snapshot'])
    .execute();
  const snapshots = new Map(sides.map(({ id, snapshot }) => [id, snapshot]));
  const amounts = new Map<number, MinorUnits>();
  for (const row of rows) {
    const snapshot = snapshots.get(row.id) ?? null;
    const amount = snapshot && recomputedAmount(snapshot, measuredOf(row), paidOf[side](row));
    if (amount !== null) amounts.set(row.id, amount);
  }
  return amounts;
}

export function toSettlementRow(side: Side, row: Selected): SettlementRow {
  const transport = toTransportRow(row);
  const unloadedKg = unloadedKgOf(row);
  const options = optionsOf(row);
  const own = {
    purchase: {
      version: row.xpVersion,
      details: row.xpDetails,
      deductions: row.xpDeductions,
      currency: row.purchaseCurrency,
      price: row.purchasePrice,
      paymentDays: row.purchasePaymentDays,
      quantity: row.xpSentQuantityKg ?? unloadedKg,
      acceptedKg: row.xpAcceptedKg,
      weightBasis: row.purchaseBasis,
      sentAmount: row.purchaseAmount,
    },
    sales: {
      version: row.xsVersion,
      details: row.xsDetails,
      deductions: row.xsDeductions,
      currency: row.salesCurrency,
      price: row.salesPrice,
      paymentDays: row.salesPaymentDays,
      quantity: options.reduce((sum, option) => sum + option.quantityKg, 0),
      acceptedKg: row.xsAcceptedKg,
      weightBasis: row.salesBasis,
      sentAmount: row.salesAmount,
    },
  }[side];
  return {
    settlementId: row.settlementId ?? 0,
    transportId: row.id,
    purchaseId: row.purchaseId,
    salesId: row.salesId,
    version: own.version,
    transportVersion: row.version,
    transportStatus: row.status,
    purchaseSettlementStatus: row.purchaseSettlementStatus ?? 'DELIVERED',
    salesSettlementStatus: row.salesSettlementStatus ?? 'DELIVERED',
    registrationNumber: row.registrationNumber,
    trailerNumber: row.trailerNumber,
    carrierId: row.carrierId,
    carrierName: row.carrierName,
    isGmp: row.isGmp,
    currency: own.currency,
    dateLoading: row.dateLoading,
    dateUnloading: row.dateUnloading,
    quantityKg: row.quantityKg,
    transportQuantity: unloadedKg,
    comment: row.comment,
    details: own.details,
    deductions: own.deductions,
    amount: row.amount,
    needsCorrection: row.needsCorrection,
    sentAmount: own.sentAmount,
    realQuantityKg: own.quantity,
    realCargoPrice: row.xsPrice,
    realCargoQuality: row.xsQuality,
    realPurchaseCargoPrice: row.xpPrice,
    realPurchaseCargoQuality: row.xpQuality,
    // a settlement by rules may use the price of another option
    contractPrice: row.snapshot?.contractPrice ?? own.price,
    contractMinPrice: row.minPrice,
    contractPaymentDays: own.paymentDays,
    purchaseInvoiceNumber: row.purchaseInvoiceNumber,
    purchaseDeliverDate: row.purchaseDeliverDate,
    purchasePaymentDate: row.purchasePaymentDate,
    purchaseInvoiceDate: row.purchaseInvoiceDate,
    purchaseKsefNumber: row.purchaseKsefNumber,
    salesInvoiceNumber: row.salesInvoiceNumber,
    salesDeliverDate: row.salesDeliverDate,
    salesPaymentDate: row.salesPaymentDate,
    salesInvoiceDate: row.salesInvoiceDate,
    salesKsefNumber: row.salesKsefNumber,
    options: options.map((option) => ({
      realQuantityKg: option.quantityKg,
      realCargoPrice: option.pricePerTonne,
      realCargoQuality: option.quality,
      amount:
        row.xsAcceptedKg !== null ? amountOf.sales(row) : lineAmount(option.quantityKg, option.pricePerTonne),
    })),
    acceptedQuantity: own.acceptedKg,
    basisQuantity: row.snapshot?.basisKg ?? null,
    weightBasis: row.snapshot?.weightBasis ?? own.weightBasis,
    lines: [...(row.snapshot?.lines ?? [])],
    purchaseSupplier: transport.purchaseSupplier,
    salesRecipient: transport.salesRecipient,
  };
}
