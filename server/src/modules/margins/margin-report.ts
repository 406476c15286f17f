import { CURRENCIES, type Currency } from '@spichlerz/shared/domain/contract';
import { joinLines, type MarginGroup, marginRates, plannedAmount } from '@spichlerz/shared/domain/margin';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type { listMargins as listCall, MarginRow } from '@spichlerz/shared/wire/margin';
import { formatMonth } from '@spichlerz/shared/words/figures';
import type { Db } from '../../db/tx.ts';
import { type Fragment, fragment, query } from '../../lists/large/fragment.ts';
import { realizedTransports } from '../transports/transport-queries.ts';
import { readMarginParts, type SummedPart } from './margin-parts.ts';

type Report = BodyOf<typeof listCall>;

const DAY_OF_TRANSPORT = fragment`coalesce(m.deliver_date, m.date_unloading)`;
const DAY_OF_SALE = fragment`s.receipt_to`;
const monthOf = (day: Fragment) => fragment`to_char(${day}, 'YYYY-MM')`;

type Group = { readonly transports: Fragment; readonly open: Fragment };

const GROUPS: Readonly<Record<MarginGroup, Group>> = {
  MONTH: { transports: monthOf(DAY_OF_TRANSPORT), open: monthOf(DAY_OF_SALE) },
  MATERIAL: { transports: fragment`m.raw_material_id`, open: fragment`a.raw_material_id` },
  RECIPIENT: { transports: fragment`m.recipient_id`, open: fragment`s.contractor_id` },
  SUPPLIER: { transports: fragment`m.supplier_id`, open: fragment`p.contractor_id` },
  OWNER: { transports: fragment`m.owner_id`, open: fragment`s.owner_id` },
};

/** The names of the groups' records by id; a month is named by its key. */
const NAMES: Readonly<Record<Exclude<MarginGroup, 'MONTH'>, Fragment>> = {
  MATERIAL: fragment`select id, name from raw_material`,
  RECIPIENT: fragment`select id, full_name as name from contractor`,
  SUPPLIER: fragment`select id, full_name as name from contractor`,
  OWNER: fragment`select id, first_name || ' ' || last_name as name from app_user`,
};

/** Sums margins by group and currency. Months are in order; other groups begin with the highest margin. */
export async function reportMargins(db: Db, report: Report): Promise<MarginRow[]> {
  const { groupBy, rawMaterialId } = report;
  const isOf = (column: Fragment) =>
    rawMaterialId === undefined ? [] : [fragment`${column} = ${rawMaterialId}`];
  const parts = await readMarginParts(db, {
    transports: {
      key: GROUPS[groupBy].transports,
      where: [...realizedInRange(report), ...isOf(fragment`m.raw_material_id`)],
    },
    open: {
      key: GROUPS[groupBy].open,
      where: [...endsInRange(report), ...isOf(fragment`a.raw_material_id`)],
    },
    isReport: true,
  });
  const labels = await labelsOf(db, groupBy, [...parts.keys()]);
  const rows = [...parts].flatMap(([key, own]) => toRows({ key, label: labels.get(key) ?? key }, own));
  return groupBy === 'MONTH' ? rows.toSorted(byMonth) : rows.toSorted(byMargin);
}

function realizedInRange({ dateFrom: from, dateTo: to }: Report): Fragment[] {
  if (from === undefined && to === undefined) return [];
  return [fragment`m.transport_id in (${realizedTransports({ from, to })})`];
}

function endsInRange({ dateFrom, dateTo }: Report): Fragment[] {
  return [
    ...(dateFrom === undefined ? [] : [fragment`${DAY_OF_SALE} >= ${dateFrom}::date`]),
    ...(dateTo === undefined ? [] : [fragment`${DAY_OF_SALE} <= ${dateTo}::date`]),
  ];
}

async function labelsOf(
  db: Db,
  group: MarginGroup,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (group === 'MONTH') return new Map(keys.map((key) => [key, formatMonth(key)]));
  const rows = await query<{ key: string; name: string }>(
    db,
    fragment`select id::text as key, name from (${NAMES[group]}) as named where id = any(${keys}::bigint[])`,
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}

type Named = Pick<MarginRow, 'key' | 'label'>;

/** Transports and open quantities with amounts in several currencies are in separate rows without a margin. */
function toRows(named: Named, parts: readonly SummedPart[]): MarginRow[] {
  return [
    ...rowsOf(
      named,
      parts.filter(({ isMixed }) => !isMixed),
    ),
    ...rowsOf(
      named,
      parts.filter(({ isMixed }) => isMixed),
    ).map((row) => ({ ...row, margin: null, perTonne: null, percent: null, plannedPart: null })),
  ];
}

/**
 * The kilograms and transports of a part are in the row of one currency, so that a group does not count them twice.
 */
function rowsOf(named: Named, parts: readonly SummedPart[]): MarginRow[] {
  return joinLines(parts).map(({ currency, ...amounts }) => {
    const counted = parts.filter(({ countedIn }) => countedIn === currency);
    const quantity = sum(counted, ({ quantityKg }) => quantityKg);
    const { amount, ...rates } = marginRates(amounts, quantity);
    return {
      ...named,
      quantity,
      transportCount: sum(counted, ({ transportCount }) => transportCount),
      ...amounts,
      margin: amount,
      ...rates,
      plannedPart: plannedAmount(parts, currency),
      currency,
    };
  });
}

const sum = (parts: readonly SummedPart[], figureOf: (part: SummedPart) => number): number =>
  parts.reduce((total, part) => total + figureOf(part), 0);

const rankOf = (currency: Currency) => CURRENCIES.indexOf(currency);

/** Rows without a margin come last. */
const isMixed = ({ margin }: MarginRow) => Number(margin === null);

function byMonth(a: MarginRow, b: MarginRow): number {
  return a.key.localeCompare(b.key) || isMixed(a) - isMixed(b) || rankOf(a.currency) - rankOf(b.currency);
}

function byMargin(a: MarginRow, b: MarginRow): number {
  if (isMixed(a) !== isMixed(b)) return isMixed(a) - isMixed(b);
  const byName = a.label.localeCompare(b.label, 'pl');
  if (a.margin === null || b.margin === null) return byName || rankOf(a.currency) - rankOf(b.currency);
  return rankOf(a.currency) - rankOf(b.currency) || b.margin - a.margin || byName;
}
