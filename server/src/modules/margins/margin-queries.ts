import type { Currency } from '@spichlerz/shared/domain/contract';
import { type MarginFigures, sumMargins } from '@spichlerz/shared/domain/margin';
import { type BySide, COUNTERPART, type Side } from '@spichlerz/shared/domain/side';
import type { Db } from '../../db/tx.ts';
import { type Fragment, fragment } from '../../lists/large/fragment.ts';
import { type MarginParts, readMarginParts } from './margin-parts.ts';

/* Reads the margins of transports, allocations and contracts for the rows of one page. */

/** Adds the margin with the row's id to each row. */
export function withMargins<Row extends { readonly id: number; readonly salesCurrency: Currency }>(
  rows: readonly Row[],
  margins: MarginOf,
): (Row & { readonly marginFigures: MarginFigures })[] {
  return rows.map((row) => Object.assign(row, { marginFigures: margins(row.id, row.salesCurrency) }));
}

/** The margin of a record without any amounts, such as a cancelled transport. */
const NO_PARTS: readonly never[] = [];

/** Looks up margins by the id of their record. */
export type MarginOf = (id: number, currency: Currency) => MarginFigures;

const marginOf =
  (parts: MarginParts): MarginOf =>
  (id, currency) =>
    sumMargins(parts.get(String(id)) ?? NO_PARTS, currency);

export async function transportMargins(db: Db, ids: readonly number[]): Promise<MarginOf> {
  const parts = await readMarginParts(db, {
    transports: {
      key: fragment`m.transport_id`,
      where: [fragment`m.transport_id = any(${ids}::bigint[])`],
    },
  });
  return marginOf(parts);
}

const CONTRACT_OF_TRANSPORT: BySide<Fragment> = {
  purchase: fragment`m.purchase_id`,
  sales: fragment`m.sales_id`,
};
const CONTRACT_OF_ALLOCATION: BySide<Fragment> = {
  purchase: fragment`a.purchase_id`,
  sales: fragment`a.sales_id`,
};

/** The margin of a contract: its transports, and the allocated quantity that no transport uses yet. */
export async function contractMargin(
  db: Db,
  side: Side,
  id: number,
  currency: Currency,
): Promise<MarginFigures> {
  const [ofTransport, ofAllocation] = [CONTRACT_OF_TRANSPORT[side], CONTRACT_OF_ALLOCATION[side]];
  const parts = await readMarginParts(db, {
    transports: { key: ofTransport, where: [fragment`${ofTransport} = ${id}`] },
    open: { key: ofAllocation, where: [fragment`${ofAllocation} = ${id}`] },
  });
  return marginOf(parts)(id, currency);
}

/** The margins of the allocations between one contract and these counterparts, by the id of the counterpart. */
export async function allocationMargins(
  db: Db,
  side: Side,
  contractId: number,
  counterpartIds: readonly number[],
): Promise<MarginOf> {
  const counterpart = COUNTERPART[side];
  const conditions = (columns: BySide<Fragment>) => ({
    key: columns[counterpart],
    where: [
      fragment`${columns[side]} = ${contractId}`,
      fragment`${columns[counterpart]} = any(${counterpartIds}::bigint[])`,
    ],
  });
  const parts = await readMarginParts(db, {
    transports: conditions(CONTRACT_OF_TRANSPORT),
    open: conditions(CONTRACT_OF_ALLOCATION),
  });
  return marginOf(parts);
}
