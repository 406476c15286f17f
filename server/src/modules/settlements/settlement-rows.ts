import type { WeightBasis } from '@spichlerz/shared/domain/discount-rule';
import { needsCorrection, salesAmount } from '@spichlerz/shared/domain/settlement';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { type Kilograms, kilograms, lineAmount } from '@spichlerz/shared/domain/units';
import type { SettlementRow } from '@spichlerz/shared/wire/settlements';
import { sql } from 'kysely';
import { compiledOnce, type Ids, isAnyOf } from '../../db/compiled-once.ts';
import type { Db } from '../../db/tx.ts';
import { TRANSPORT_MARGIN_COLUMNS } from '../margins/margin-queries.ts';
import { selectTransports, toTransportRow } from '../transports/transport-queries.ts';
import {
  differsFromSnapshot,
  isMeasuredAsBefore,
  type Reading,
  type SnapshotSummary,
  STORED_READINGS,
} from './quality-settlement-queries.ts';

/* The rows of settlements by the ids of their transports, and their conversion to the API's rows. */

/** A side's columns (alias xp or xs), which every settlement has. */
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
 * Selects transports that have a settlement, with both sides, the options of the sale and the snapshot of one side.
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
      // the snapshot is read only for sides that were settled by rules
      sql<Reading[] | null>`case when ${own}.snapshot is not null then ${STORED_READINGS} end`.as('readings'),
      sql<Kilograms | null>`(select w.net_kg from weigh_ticket w where w.transport_id = t.id
        and w.place = 'LOADING')`.as('loadedKg'),
      sql<number | null>`p.min_price_minor_per_tonne`.as('minPrice'),
      sql<number | null>`p.payment_days`.as('purchasePaymentDays'),
      sql<number | null>`s.payment_days`.as('salesPaymentDays'),
    ]);
}

type Stored = Awaited<ReturnType<ReturnType<typeof selectSettlements>['execute']>>[number];
type Selected = Stored & {
  /**
   * Whether the rules of the snapshot give another price or other kilograms for the current data than the side has.
   */
  readonly isOutdated: boolean;
};

const rowsOf = (side: Side) =>
  compiledOnce((db: Db, ids: Ids) => selectSettlements(db, side).where(isAnyOf('t.id', ids)));
const storedOf = { purchase: rowsOf('purchase'), sales: rowsOf('sales') } satisfies BySide<unknown>;

/** Recalculates only the few sides whose readings or weights changed after their settlement. */
export async function settlementsOf(
  db: Db,
  side: Side,
  ids: readonly number[],
): Promise<readonly Selected[]> {
  const rows = await storedOf[side](db, ids);
  const changed = rows.filter(
    (row) => row.snapshot !== null && !isMeasuredAsBefore(row.snapshot, measuredOf(row)),
  );
  const outdated = await findOutdated(db, side, changed);
  return rows.map((row) => Object.assign(row, { isOutdated: outdated.has(row.id) }));
}

const measuredOf = (row: Stored) => ({
  readings: row.readings ?? [],
  weights: { UNLOADING: unloadedKgOf(row), LOADING: row.loadedKg },
});

const unloadedKgOf = (row: Stored) => kilograms(row.realQuantityKg ?? row.quantityKg);

const paidOf: BySide<(row: Stored) => Parameters<typeof differsFromSnapshot>[2]> = {
  purchase: (row) => ({ acceptedKg: row.xpAcceptedKg, pricePerTonne: row.xpPrice }),
  sales: (row) => ({ acceptedKg: row.xsAcceptedKg, pricePerTonne: row.xsPrice }),
};

/** @returns the ids of the transports whose side needs a correction */
async function findOutdated(db: Db, side: Side, rows: readonly Stored[]): Promise<ReadonlySet<number>> {
  if (rows.length === 0) return new Set();
  const sides = await db
    .selectFrom('settlement as x')
    .innerJoin('settlement_side as own', 'own.settlement_id', 'x.id')
    .where('own.side', '=', side)
    .where(sql<boolean>`x.transport_id = any(${rows.map(({ id }) => id)}::bigint[])`)
    .select(['x.transport_id as id', 'own.snapshot'])
    .execute();
  const snapshots = new Map(sides.map(({ id, snapshot }) => [id, snapshot]));
  const outdated = rows.filter((row) => {
    const snapshot = snapshots.get(row.id);
    return (
      snapshot !== undefined &&
      snapshot !== null &&
      differsFromSnapshot(snapshot, measuredOf(row), paidOf[side](row))
    );
  });
  return new Set(outdated.map(({ id }) => id));
}

export function toSettlementRow(side: Side, row: Selected): SettlementRow {
  const transport = toTransportRow(row);
  const unloadedKg = unloadedKgOf(row);
  // without saved options the whole transport counts as one option at the side's price and quality
  const options = row.options ?? [
    { quantityKg: unloadedKg, pricePerTonne: row.xsPrice, quality: row.xsQuality },
  ];
  const soldAmount =
    row.xsAcceptedKg === null ? salesAmount(options) : lineAmount(row.xsAcceptedKg, row.xsPrice);
  const own = {
    purchase: {
      version: row.xpVersion,
      details: row.xpDetails,
      deductions: row.xpDeductions,
      currency: row.purchaseCurrency,
      price: row.purchasePrice,
      paymentDays: row.purchasePaymentDays,
      quantity: row.xpSentQuantityKg ?? unloadedKg,
      amount: lineAmount(row.xpAcceptedKg ?? row.xpSentQuantityKg ?? unloadedKg, row.xpPrice),
      differsFromSent: row.snapshot === null && needsCorrection(row.xpSentQuantityKg, unloadedKg),
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
      amount: soldAmount,
      // a sale that was settled again differs from its invoice until the next one
      differsFromSent: needsCorrection(row.salesAmount, soldAmount),
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
    amount: own.amount,
    needsCorrection: own.differsFromSent || row.isOutdated,
    sentAmount: own.sentAmount,
    realQuantityKg: own.quantity,
    realCargoPrice: row.xsPrice,
    realCargoQuality: row.xsQuality,
    realPurchaseCargoPrice: row.xpPrice,
    realPurchaseCargoQuality: row.xpQuality,
    contractPrice: own.price,
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
      amount: row.xsAcceptedKg !== null ? soldAmount : lineAmount(option.quantityKg, option.pricePerTonne),
    })),
    acceptedQuantity: own.acceptedKg,
    basisQuantity: row.snapshot?.basisKg ?? null,
    weightBasis: row.snapshot?.weightBasis ?? own.weightBasis,
    lines: [...(row.snapshot?.lines ?? [])],
    purchaseSupplier: transport.purchaseSupplier,
    salesRecipient: transport.salesRecipient,
  };
}
