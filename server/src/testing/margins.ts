import type { Currency } from '@spichlerz/shared/domain/contract';
import {
  joinLines,
  type MarginContribution,
  type MarginTransport,
  type OpenQuantity,
  openMargin,
  sumKg,
  sumMargins,
  transportMargin,
} from '@spichlerz/shared/domain/margin';
import { SIDES, type Side } from '@spichlerz/shared/domain/side';
import { contracts } from '@spichlerz/shared/wire/contracts';
import type { BodyInputOf } from '@spichlerz/shared/wire/endpoint';
import { listMargins } from '@spichlerz/shared/wire/margin';
import { listTransports } from '@spichlerz/shared/wire/transports';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import type { TestUser } from './test-user.ts';

/* Compares the margins that the server sums in the database with those of the domain. */

type StoredTransport = MarginTransport & { id: number; purchaseId: number; salesId: number };
type StoredAllocation = OpenQuantity & { purchaseId: number; salesId: number };

/** SQL: the settlement side under this table alias as JSON, without its amount; null if there is none. */
const settled = (alias: string, own: string) => `case when ${alias}.status is not null then json_build_object(
  'status', ${alias}.status, 'pricePerTonne', ${alias}.price_minor_per_tonne, 'acceptedKg', ${alias}.accepted_kg, ${own}) end`;

const price = (alias: string) =>
  `'currency', ${alias}.currency, 'pricePerTonne', ${alias}.price_minor_per_tonne`;

const TRANSPORTS = `select t.id, t.purchase_id as "purchaseId", t.sales_id as "salesId", t.status,
  t.is_returned as "isReturned", t.quantity_kg as "quantityKg", t.real_quantity_kg as "realQuantityKg",
  json_build_object(${price('t')}, 'amount', t.freight_minor) as freight,
  json_build_object(${price('p')}, 'settled', ${settled('xp', `'sentKg', xp.sent_quantity_kg`)}) as purchase,
  json_build_object(${price('s')}, 'settled', ${settled(
    'xs',
    `'options', coalesce((select json_agg(json_build_object('quantityKg', o.quantity_kg,
      'pricePerTonne', o.price_minor_per_tonne)) from settlement_option o where o.settlement_id = x.id), '[]')`,
  )}) as sale,
  coalesce((select json_agg(json_build_object('amount', k.amount_minor, 'currency', k.currency))
    from transport_cost k where k.transport_id = t.id), '[]') as costs
  from transport t join contract p on p.id = t.purchase_id join contract s on s.id = t.sales_id
  left join settlement x on x.transport_id = t.id
  left join settlement_side xp on xp.settlement_id = x.id and xp.side = 'purchase'
  left join settlement_side xs on xs.settlement_id = x.id and xs.side = 'sales'
  where t.purchase_id = any($1::bigint[]) order by t.id`;

const ALLOCATIONS = `select a.purchase_id as "purchaseId", a.sales_id as "salesId", a.open_kg as "openKg",
  json_build_object(${price('p')}) as purchase, json_build_object(${price('s')}) as sale
  from allocation a join contract p on p.id = a.purchase_id join contract s on s.id = a.sales_id
  where a.purchase_id = any($1::bigint[]) and a.open_kg > 0`;

const figures = (parts: readonly { readonly part: MarginContribution }[], currency: Currency) =>
  sumMargins(
    parts.map(({ part }) => part),
    currency,
  );

const currencyOf = (side: Side, transport: StoredTransport): Currency =>
  ({ purchase: transport.purchase, sales: transport.sale })[side].currency;

type ReportBody = BodyInputOf<typeof listMargins>;

/** One report by each grouping, with the SQL of the group's key in a margin line. */
const REPORTS: { body: ReportBody; key: string; ofOneMaterial: boolean }[] = [
  { body: { groupBy: 'MONTH' }, key: "to_char(day, 'YYYY-MM')", ofOneMaterial: true },
  {
    body: { groupBy: 'MATERIAL', dateFrom: '2026-09-03', dateTo: '2026-09-30' },
    key: 'raw_material_id',
    ofOneMaterial: false,
  },
  {
    body: { groupBy: 'RECIPIENT', dateFrom: '2026-09-02', dateTo: '2027-06-30' },
    key: 'recipient_id',
    ofOneMaterial: false,
  },
  { body: { groupBy: 'SUPPLIER', dateTo: '2026-09-04' }, key: 'supplier_id', ofOneMaterial: false },
  { body: { groupBy: 'OWNER', dateFrom: '2026-09-03' }, key: 'owner_id', ofOneMaterial: true },
];

/** Compares the server's reports with sums of `current_margin_line`. */
async function expectReports(pool: Pool, user: TestUser, rawMaterialId: number): Promise<void> {
  for (const { body: whole, key, ofOneMaterial } of REPORTS) {
    const body: ReportBody = ofOneMaterial ? { ...whole, rawMaterialId } : whole;
    const { rows } = await user.call(listMargins, { body });
    const { rows: lines } = await pool.query<object>(
      `select ${key}::text as key, currency, sum(quantity_kg)::bigint as quantity,
          sum(transports)::bigint as "transportCount", sum(sales_minor)::bigint as sales,
          sum(purchase_minor)::bigint as purchase, sum(freight_minor)::bigint as freight,
          sum(costs_minor)::bigint as costs,
          case when not is_mixed then sum(planned_minor)::bigint end as "plannedPart"
        from current_margin_line
        where day between coalesce($1::date, '-infinity') and coalesce($2::date, 'infinity')
          and raw_material_id = coalesce($3::bigint, raw_material_id)
        group by 1, currency, is_mixed`,
      [body.dateFrom, body.dateTo, body.rawMaterialId],
    );
    const figuresOf = rows.map(
      ({ label: _label, margin: _margin, perTonne: _perTonne, percent: _percent, ...row }) => row,
    );
    expect({ body, rows: new Set(figuresOf) }).toEqual({ body, rows: new Set(lines) });
  }
}

/** Compares the report of one material with the domain. */
async function expectReport(user: TestUser, rawMaterialId: number, parts: readonly MarginContribution[]) {
  const { rows } = await user.call(listMargins, { body: { groupBy: 'MATERIAL', rawMaterialId } });
  const linesOf = (isMixed: boolean) =>
    joinLines(parts.filter((part) => joinLines([part]).length > 1 === isMixed));
  expect(
    rows.map(({ currency, sales, purchase, freight, costs }) => ({
      currency,
      sales,
      purchase,
      freight,
      costs,
    })),
  ).toEqual([...linesOf(false), ...linesOf(true)]);
  expect(rows.reduce((kg, { quantity }) => kg + quantity, 0)).toBe(sumKg(parts));
}

/**
 * Compares every margin of these contracts. The purchases and the sales must be allocated only to each other.
 */
export async function expectMargins(
  pool: Pool,
  user: TestUser,
  ids: Readonly<Record<Side, readonly number[]>>,
): Promise<void> {
  const { rows: transports } = await pool.query<StoredTransport>(TRANSPORTS, [ids.purchase]);
  const { rows: allocations } = await pool.query<StoredAllocation>(ALLOCATIONS, [ids.purchase]);
  const moved = transports
    .filter(({ status }) => status !== 'CANCELLED')
    .map((one) => ({ ...one, part: transportMargin(one) }));
  const lastFreight = ({ purchaseId, salesId }: StoredAllocation) =>
    moved.findLast((one) => one.purchaseId === purchaseId && one.salesId === salesId)?.freight ?? null;
  const open = allocations.map((one) => ({
    ...one,
    part: openMargin({ ...one, lastFreight: lastFreight(one) }),
  }));

  for (const purchaseId of ids.purchase) {
    const { list } = await user.call(listTransports, { query: { purchaseId, limit: 100 } });
    for (const row of list) {
      const stored = transports.find(({ id }) => id === row.id);
      if (stored === undefined) continue;
      const { margin, marginByCurrency } = row;
      expect({ id: row.id, margin, marginByCurrency }).toEqual({
        id: row.id,
        ...sumMargins([transportMargin(stored)], currencyOf('sales', stored)),
      });
    }
  }
  for (const side of SIDES) {
    const key = { purchase: 'purchaseId', sales: 'salesId' } as const;
    const other = { purchase: 'salesId', sales: 'purchaseId' } as const;
    for (const id of ids[side]) {
      const own = [...moved, ...open].filter((one) => one[key[side]] === id);
      const shown = await user.call(contracts[side].dashboard, { params: { id } });
      const { margin, marginByCurrency, currency } = shown;
      expect({ side, id, margin, marginByCurrency }).toEqual({ side, id, ...figures(own, currency) });
      const { list } = await user.call(contracts[side].allocated, { params: { id }, query: { limit: 100 } });
      for (const row of list) {
        const ofPair = own.filter((one) => one[other[side]] === row.id);
        const shownOfPair = { margin: row.margin, marginByCurrency: row.marginByCurrency };
        expect({ side, id, of: row.id, ...shownOfPair }).toEqual({
          side,
          id,
          of: row.id,
          ...figures(ofPair, row.currency),
        });
      }
    }
  }
  const { rows: materials } = await pool.query<{ id: number }>(
    'select raw_material_id as id from contract where id = any($1::bigint[])',
    [ids.purchase],
  );
  const materialId = materials[0]?.id ?? 0;
  await expectReport(
    user,
    materialId,
    [...moved, ...open].map(({ part }) => part),
  );
  await expectReports(pool, user, materialId);
  await pool.query('select apply_margin_changes(1000000)');
  await expectReports(pool, user, materialId);
}
