import { CURRENCIES, type Currency } from '@spichlerz/shared/domain/contract';
import { type MarginAmounts, type MarginGroup, marginRates } from '@spichlerz/shared/domain/margin';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type { listMargins as listCall, MarginRow } from '@spichlerz/shared/wire/margin';
import { formatMonth } from '@spichlerz/shared/words/figures';
import type { Db } from '../../db/tx.ts';
import { type Fragment, fragment, join, literal, queryPrepared } from '../../lists/large/fragment.ts';
import { type Source, whereClause } from '../../lists/large/source.ts';

/*
 * The report reads stored sums and adds the changes that are not in the sums yet, in one SQL statement and so
 * in one snapshot (docs/decisions/0020).
 */

type Report = BodyOf<typeof listCall>;

type Group = {
  /** The key of the group in a margin line (alias l), which belongs to a transport or an open quantity. */
  readonly ofLine: Fragment;
  /** The kind of the stored sums that the report reads. */
  readonly sums: 'MATERIAL' | 'RECIPIENT' | 'SUPPLIER' | 'OWNER';
  /** The key of the group in a stored sum (alias l). */
  readonly ofSum: Fragment;
};

const MONTH = fragment`to_char(l.day, 'YYYY-MM')`;
const STORED_KEY = fragment`l.key::text`;

const GROUPS: Readonly<Record<MarginGroup, Group>> = {
  MONTH: { ofLine: MONTH, sums: 'MATERIAL', ofSum: MONTH },
  MATERIAL: { ofLine: fragment`l.raw_material_id::text`, sums: 'MATERIAL', ofSum: STORED_KEY },
  RECIPIENT: { ofLine: fragment`l.recipient_id::text`, sums: 'RECIPIENT', ofSum: STORED_KEY },
  SUPPLIER: { ofLine: fragment`l.supplier_id::text`, sums: 'SUPPLIER', ofSum: STORED_KEY },
  OWNER: { ofLine: fragment`l.owner_id::text`, sums: 'OWNER', ofSum: STORED_KEY },
};

/** The ids and names of the records that label the groups. A month needs no record. */
const NAMES: Readonly<Record<Exclude<MarginGroup, 'MONTH'>, Fragment>> = {
  MATERIAL: fragment`select id, name from raw_material`,
  RECIPIENT: fragment`select id, full_name as name from contractor`,
  SUPPLIER: fragment`select id, full_name as name from contractor`,
  OWNER: fragment`select id, first_name || ' ' || last_name as name from app_user`,
};

type Sums = MarginAmounts & {
  readonly key: string;
  readonly currency: Currency;
  readonly isMixed: boolean;
  readonly quantity: number;
  readonly transportCount: number;
  readonly planned: number;
};

/**
 * Sums margins by group and currency. Months are in order. Other groups are ordered by currency, then by
 * descending margin.
 */
export async function reportMargins(db: Db, report: Report): Promise<MarginRow[]> {
  const sums = await queryPrepared<Sums>(
    db,
    fragment`select key, currency, is_mixed as "isMixed", sum(quantity_kg)::bigint as quantity,
      sum(transports)::bigint as "transportCount", sum(sales_minor)::bigint as sales,
      sum(purchase_minor)::bigint as purchase, sum(freight_minor)::bigint as freight,
      sum(costs_minor)::bigint as costs, sum(planned_minor)::bigint as planned
    from (${join([...stored(report), pending(report)], ' union all ')}) as part
    group by key, currency, is_mixed having sum(lines) > 0`,
  );
  const keys = [...new Set(sums.map(({ key }) => key))];
  const labels = await labelsOf(db, report.groupBy, keys);
  const rows = sums.map((sum) => toRow(labels.get(sum.key) ?? sum.key, sum));
  return report.groupBy === 'MONTH' ? rows.toSorted(byMonth) : rows.toSorted(byMargin);
}

/**
 * Selects from the stored sums whatever they cover. Sums by raw material have a row per day and cover every
 * range. Sums by contractor and by owner have a row per month, for all raw materials together: the days outside
 * whole months, or all days for a single raw material, are summed from the margin lines instead.
 */
function stored({ groupBy, rawMaterialId: material, ...range }: Report): Fragment[] {
  const { sums } = GROUPS[groupBy];
  if (sums === 'MATERIAL')
    return [sumsWhere(groupBy, [...isBetween(range), ...isOf(fragment`l.key`, material)])];
  if (material !== undefined) {
    const where = [...isBetween(range), ...isOf(fragment`l.raw_material_id`, material)];
    return [linesWhere(groupBy, where)];
  }
  return [
    sumsWhere(groupBy, isInWholeMonths(range)),
    ...outsideWholeMonths(range).map((where) => linesWhere(groupBy, where)),
  ];
}

const sumsWhere = (group: MarginGroup, where: readonly Fragment[]): Fragment => {
  const { sums, ofSum } = GROUPS[group];
  return parts(ofSum, fragment`l.lines`, {
    from: fragment`margin_sum l`,
    where: [fragment`l.group_by = ${literal(sums)}`, ...where],
  });
};

const linesWhere = (group: MarginGroup, where: readonly Fragment[]): Fragment =>
  parts(GROUPS[group].ofLine, fragment`1`, { from: fragment`margin_line l`, where });

function parts(key: Fragment, lines: Fragment, { from, where }: Source): Fragment {
  return fragment`select ${key} as key, l.currency, l.is_mixed, ${lines} as lines, l.quantity_kg, l.transports,
    l.sales_minor, l.purchase_minor, l.freight_minor, l.costs_minor, l.planned_minor
    from ${from} ${whereClause({ from, where })}`;
}

/**
 * The changes that are not in the stored sums yet: the former lines with a negative sign, and the current
 * lines.
 */
function pending({ groupBy, rawMaterialId, ...range }: Report): Fragment {
  const from = fragment`pending_margin_line l`;
  const where = [...isBetween(range), ...isOf(fragment`l.raw_material_id`, rawMaterialId)];
  return fragment`select ${GROUPS[groupBy].ofLine}, l.currency, l.is_mixed, l.sign, l.sign * l.quantity_kg,
    l.sign * l.transports, l.sign * l.sales_minor, l.sign * l.purchase_minor, l.sign * l.freight_minor,
    l.sign * l.costs_minor, l.sign * l.planned_minor
    from ${from} ${whereClause({ from, where })}`;
}

const isOf = (column: Fragment, rawMaterialId: number | undefined): Fragment[] =>
  rawMaterialId === undefined ? [] : [fragment`${column} = ${rawMaterialId}`];

type Range = Pick<Report, 'dateFrom' | 'dateTo'>;

const isBetween = ({ dateFrom, dateTo }: Range): Fragment[] => [
  ...(dateFrom === undefined ? [] : [fragment`l.day >= ${dateFrom}::date`]),
  ...(dateTo === undefined ? [] : [fragment`l.day <= ${dateTo}::date`]),
];

/** The first day of the first month that lies entirely on or after `from`. */
const firstMonth = (from: string): Fragment =>
  fragment`date_trunc('month', ${from}::date + interval '1 month' - interval '1 day')::date`;
/** The day after the last month that lies entirely on or before `to`. */
const monthAfter = (to: string): Fragment =>
  fragment`date_trunc('month', ${to}::date + interval '1 day')::date`;

const isInWholeMonths = ({ dateFrom, dateTo }: Range): Fragment[] => [
  ...(dateFrom === undefined ? [] : [fragment`l.day >= ${firstMonth(dateFrom)}`]),
  ...(dateTo === undefined ? [] : [fragment`l.day < ${monthAfter(dateTo)}`]),
];

/**
 * Returns the conditions of the days before the first whole month and of the days after the last one. A range
 * without a start or end has only one of them.
 */
function outsideWholeMonths({ dateFrom, dateTo }: Range): Fragment[][] {
  const [first, after] = [
    dateFrom === undefined ? [] : [firstMonth(dateFrom)],
    dateTo === undefined ? [] : [monthAfter(dateTo)],
  ];
  const inRange = isBetween({ dateFrom, dateTo });
  return [
    ...first.map((day) => [...inRange, fragment`l.day < ${day}`]),
    ...after.map((day) => [...inRange, fragment`l.day >= greatest(${join([...first, day], ', ')})`]),
  ];
}

async function labelsOf(
  db: Db,
  group: MarginGroup,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (group === 'MONTH') return new Map(keys.map((key) => [key, formatMonth(key)]));
  const rows = await queryPrepared<{ key: string; name: string }>(
    db,
    fragment`select id::text as key, name from (${NAMES[group]}) as named where id = any(${keys}::bigint[])`,
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** Rows whose amounts have several currencies have no margin. */
function toRow(
  label: string,
  { planned, isMixed, key, quantity, transportCount, currency, ...amounts }: Sums,
): MarginRow {
  const { amount: margin, ...rates } = marginRates(amounts, quantity);
  const figures = isMixed
    ? { margin: null, perTonne: null, percent: null, plannedPart: null }
    : { margin, ...rates, plannedPart: planned };
  return { key, label, quantity, transportCount, ...amounts, ...figures, currency };
}

const rankOf = (currency: Currency) => CURRENCIES.indexOf(currency);

/** Rows without a margin come last. */
const mixedRank = ({ margin }: MarginRow) => Number(margin === null);

function byMonth(a: MarginRow, b: MarginRow): number {
  return a.key.localeCompare(b.key) || mixedRank(a) - mixedRank(b) || rankOf(a.currency) - rankOf(b.currency);
}

function byMargin(a: MarginRow, b: MarginRow): number {
  if (mixedRank(a) !== mixedRank(b)) return mixedRank(a) - mixedRank(b);
  const byName = a.label.localeCompare(b.label, 'pl');
  if (a.margin === null || b.margin === null) return byName || rankOf(a.currency) - rankOf(b.currency);
  return rankOf(a.currency) - rankOf(b.currency) || b.margin - a.margin || byName;
}
