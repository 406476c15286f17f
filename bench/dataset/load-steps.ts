/*
 * Three years of data of a large trader, inserted as SQL into the real schema with all constraints and
 * triggers. All numbers are derived from the row number by pickNumber(), so that every load of a scale is
 * identical.
 *
 * The material of contract i of either side depends on i mod 100. Sale i is supplied by the purchases i,
 * i + 100 and i + 200. These three have the material of the sale and about the same receipt week.
 */

export type Scale = { contracts: number; contractors: number };

/** The number of contracts and of contractors of each side. `full` has about a million transports. */
export const SCALES = {
  full: { contracts: 200_000, contractors: 1_000 },
  tenth: { contracts: 20_000, contractors: 1_000 },
} satisfies Record<string, Scale>;

const MATERIALS = 20;
const USERS = 20;
const DAYS = 3 * 365;

/** A pseudo-random SQL number from 0 to n − 1, deterministic for a row and a purpose. */
const pickNumber = (row: string, purpose: number, n: number): string =>
  `((hashint8extended(${row}, ${purpose}) & 4611686018427387903) % ${n})`;

const oneOf = (words: readonly string[], index: string): string =>
  `(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + ${index}]`;

const TOWNS = [
  'Łódź',
  'Toruń',
  'Płońsk',
  'Żnin',
  'Kutno',
  'Środa Wielkopolska',
  'Zamość',
  'Świdnica',
  'Gdynia',
  'Brzeg',
];
const STREETS = ['Polna', 'Zbożowa', 'Młyńska', 'Spichrzowa', 'Łąkowa', 'Dworcowa', 'Żytnia', 'Portowa'];
const SURNAMES = [
  'Nowak',
  'Wójcik',
  'Żak',
  'Śliwa',
  'Łuczak',
  'Bąk',
  'Kozłowski',
  'Dąbrowski',
  'Król',
  'Pawlak',
];
const NAMES = ['Jan', 'Paweł', 'Łukasz', 'Michał', 'Sławomir', 'Zbigniew', 'Wojciech', 'Stanisław'];
const TRADES = ['Agro', 'Zboża', 'Młyn', 'Pasze', 'Elewator', 'Gospodarstwo', 'Ziarno', 'Spółdzielnia'];
const COMMENTS = [
  '',
  '',
  '',
  'awizacja dzień wcześniej',
  'wilgotność do 14 procent',
  'rozładunek tylko rano',
  'kontakt z dyspozytorem',
];

const address = (row: string, purpose: number): string => `
  ${oneOf(TOWNS, pickNumber(row, purpose, TOWNS.length))}, ${oneOf(STREETS, pickNumber(row, purpose + 1, STREETS.length))},
  (1 + ${pickNumber(row, purpose + 2, 180)})::text, to_char(${pickNumber(row, purpose + 3, 100_000)}, 'FM00-000'), 'PL'`;

/** The material of contract i. A fifth of all contracts is wheat, and the last materials are rare. */
const MATERIAL = `(case when i % 100 < 20 then 1 when i % 100 < 32 then 2 when i % 100 < 42 then 3
  else 4 + (i % 100 - 42) % ${MATERIALS - 3} end)`;

export type LoadStep = { name: string; sql: string; from?: number; to?: number };

/** The load steps in order. Steps with a range run in batches from `$1` to `$2`. */
export function loadSteps({ contracts, contractors }: Scale): LoadStep[] {
  // The number of days since the first receipt day of contract i. It is negative when the day is in the future.
  const age = `(((${contracts} - i)::bigint * ${DAYS} / ${contracts})::integer - 40)`;
  return [
    {
      name: 'users',
      sql: `insert into app_user (email, first_name, last_name, role, password_hash, password_expired)
        select 'person' || i || '@bench.test', ${oneOf(NAMES, pickNumber('i', 1, NAMES.length))},
          ${oneOf(SURNAMES, pickNumber('i', 2, SURNAMES.length))}, 'USER', '-', false
        from generate_series(1, ${USERS}) i`,
    },
    {
      name: 'materials',
      sql: `insert into raw_material (name, display_order) select 'Surowiec ' || to_char(i, 'FM00'), i
        from generate_series(1, ${MATERIALS}) i`,
    },
    {
      name: 'qualities',
      sql: `insert into material_quality (raw_material_id, title, position)
        select m.id, 'Jakość ' || q, q from raw_material m, generate_series(1, 3) q order by m.id, q`,
    },
    {
      name: 'contractors',
      sql: `insert into contractor (side, accounting_method, label, company_name, first_name, last_name, email,
          phone_number, nip, city, street, building_number, post_code, country_code)
        select s.side, 'VAT', 'FIRMA', s.side || '-' || i, null,
          ${oneOf(TRADES, pickNumber('i', 3, TRADES.length))} || ' ' || ${oneOf(SURNAMES, pickNumber('i', 4, SURNAMES.length))} || ' ' || i,
          'biuro' || i || '@bench.test', '+48 6' || to_char(${pickNumber('i', 5, 100_000_000)}, 'FM00000000'),
          to_char(i + case s.side when 'purchase' then 1000000000 else 2000000000 end, 'FM0000000000'),
          ${address('i', 10)}
        from generate_series(1, ${contractors}) i, unnest(array['purchase', 'sales']::side[]) s(side)
        order by s.side, i`,
    },
    {
      // Three allocations per sale. One sale in 33 and one purchase in 37 are cancelled with all their
      // transports.
      name: 'plan',
      sql: `create unlogged table bench_allocation as
        select sale as i, sale as sales_no, (sale - 1 + 100 * nth) % ${contracts} + 1 as purchase_no,
          case when sale % 33 = 0 or ((sale - 1 + 100 * nth) % ${contracts} + 1) % 37 = 0 then true else false end as dead,
          1 + (array[0, 0, 0, 1, 1, 2])[1 + ${pickNumber('sale * 4 + nth', 6, 6)}] as trucks, nth
        from generate_series(1, ${contracts}) sale, generate_series(0, 2) nth`,
    },
    {
      name: 'contracts',
      from: 1,
      to: contracts,
      sql: `insert into contract (side, contractor_id, contractor_name, owner_id, status, agreement_status, document_number,
          fca_cpt, is_for, is_cert, is_gmp, receipt_from, receipt_to, city, street, building_number, post_code,
          country_code, raw_material_id, quantity_kg, price_minor_per_tonne, quality_id, tolerance_type, tolerance_unit,
          tolerance_quantity, comments, search_text)
        select s.side, r.first_id + ${pickNumber('i', 20, contractors)}, '', u.first_id + ${pickNumber('i', 21, USERS)},
          (case when i % s.cancelled = 0 then 'CANCELLED'
            when ${age} > 90 then case when ${pickNumber('i', 22, 20)} = 0 then 'TO_SETTLEMENT' else 'CLOSED' end
            when ${age} > -10 then case when ${pickNumber('i', 23, 3)} = 0 then 'NEW' else 'ACTIVE' end
            else 'NEXT_SEASON' end)::contract_status,
          (case when ${age} > 60 then 'SIGNED' else (array['SIGNED', 'SIGNED', 'TO_SIGN', 'EMPTY'])[1 + ${pickNumber('i', 24, 4)}] end)::agreement_status,
          s.prefix || (extract(year from current_date)::integer - ${age} / 365) || '/' || to_char(i, 'FM000000'),
          ${pickNumber('i', 25, 2)} = 0, ${pickNumber('i', 26, 9)} = 0, ${pickNumber('i', 27, 7)} = 0, ${pickNumber('i', 28, 3)} = 0,
          current_date - ${age}, current_date - ${age} + 30 + ${pickNumber('i', 29, 60)}::integer,
          ${address('i', 30)}, m.first_id - 1 + ${MATERIAL},
          300000 + 25000 * ${pickNumber('i', 34, 9)}, 60000 + 500 * ${pickNumber('i', 35, 120)},
          (m.first_quality - 1 + (${MATERIAL} - 1) * 3 + 1 + ${pickNumber('i', 36, 3)}),
          case when i % 2 = 0 then 'BUYER' end::tolerance_type, case when i % 2 = 0 then 'PERCENT' end::tolerance_unit,
          case when i % 2 = 0 then 5 end,
          nullif(${oneOf(COMMENTS, pickNumber('i', 37, COMMENTS.length))}, ''), ''
        from generate_series($1::bigint, $2) i
          cross join (values ('purchase'::side, 'Z/', 37), ('sales', 'S/', 33)) s(side, prefix, cancelled)
          join (select side, min(id) as first_id from contractor where email like '%@bench.test' group by side) r on r.side = s.side
          cross join (select min(id) as first_id from app_user where email like '%@bench.test') u
          cross join (select min(m.id) as first_id, min(q.id) as first_quality from raw_material m
            join material_quality q on q.raw_material_id = m.id where m.name like 'Surowiec %') m
        order by i, s.side`,
    },
    {
      name: 'numbers of contracts',
      sql: `create unlogged table bench_contract as
        select side, row_number() over (partition by side order by id) as no, id, status, raw_material_id, receipt_from
        from contract where document_number ~ '^[ZS]/[0-9]{4}/[0-9]{6}$'`,
    },
    { name: 'index of numbers', sql: 'create unique index on bench_contract (side, no)' },
    { name: 'index of allocations', sql: 'create index on bench_allocation (i)' },
    {
      name: 'allocations',
      from: 1,
      to: contracts,
      sql: `insert into allocation (purchase_id, sales_id, raw_material_id, commit_kg)
        select p.id, s.id, s.raw_material_id, 0
        from bench_allocation b
          join bench_contract p on p.side = 'purchase' and p.no = b.purchase_no
          join bench_contract s on s.side = 'sales' and s.no = b.sales_no
        where b.i between $1::bigint and $2 order by b.i, b.nth`,
    },
    {
      name: 'transports',
      from: 1,
      to: contracts,
      sql: `insert into transport (purchase_id, sales_id, status, registration_number, trailer_number, carrier_name,
          driver_name, phone_number, quantity_kg, real_quantity_kg, price_minor_per_tonne, date_loading, date_unloading,
          is_gmp, gmp_number, comment, freight_minor, freight_invoice_number, freight_invoice_date, freight_payment_date,
          is_returned)
        select t.purchase_id, t.sales_id, t.status, t.plate, 'N' || t.plate, t.carrier, t.driver,
          '+48 5' || to_char(t.chance % 100000000, 'FM00000000'), 25000,
          case when t.status in ('DELIVERED', 'TO_BE_SETTLED', 'INVOICE', 'PAID') then 24200 + t.chance % 1000 end,
          4000 + t.chance % 3000, t.day, t.day + 1, t.chance % 5 = 0, case when t.chance % 5 = 0 then 'PL-' || t.chance % 9999 end,
          nullif(t.comment, ''),
          case when t.is_invoiced then 25 * (4000 + t.chance % 3000) end,
          case when t.is_invoiced then 'FT/' || t.no end, case when t.is_invoiced then t.day + 5 end,
          case when t.is_invoiced then t.day + 30 end, t.is_returned
        from (
          select x.*, x.status in ('INVOICE', 'PAID') as is_invoiced from (
            select p.id as purchase_id, s.id as sales_id, s.receipt_from + (c.chance % 45)::integer as day, c.chance, (b.i * 10 + b.nth) * 10 + truck as no,
              'ABCDEFGHKLMNPRSTWZ' as letters,
              substr('ABCDEFGHKLMNPRSTWZ', 1 + (c.chance % 18)::integer, 1) || substr('ABCDEFGHKLMNPRSTWZ', 1 + (c.chance / 18 % 18)::integer, 1)
                || ' ' || to_char(c.chance / 324 % 100000, 'FM00000') as plate,
              ${oneOf(TRADES, `(c.chance % ${TRADES.length})`)} || ' Trans ' || c.chance % 300 as carrier,
              ${oneOf(NAMES, `(c.chance % ${NAMES.length})`)} || ' ' || ${oneOf(SURNAMES, `(c.chance / 7 % ${SURNAMES.length})`)} as driver,
              ${oneOf(COMMENTS, `(c.chance % ${COMMENTS.length})`)} as comment,
              (case when b.dead then 'CANCELLED'
                when s.status in ('CLOSED', 'CANCELLED') or p.status in ('CLOSED', 'CANCELLED') then
                  case when c.chance % 97 = 0 then 'INVOICE' when c.chance % 8 < 6 then 'PAID' else 'CANCELLED' end
                when s.status = 'TO_SETTLEMENT' then (array['TO_BE_SETTLED', 'INVOICE', 'DELIVERED', 'PAID'])[1 + c.chance % 4]
                when s.status = 'NEXT_SEASON' then 'NEW'
                else (array['NEW', 'NEW', 'WAITING', 'ON_THE_WAY', 'DELIVERED', 'TO_BE_SETTLED', 'INVOICE', 'PAID'])[1 + c.chance % 8]
              end)::transport_status as status,
              not b.dead and s.status in ('CLOSED', 'CANCELLED') and c.chance % 400 = 7 as is_returned
            from bench_allocation b
              join bench_contract p on p.side = 'purchase' and p.no = b.purchase_no
              join bench_contract s on s.side = 'sales' and s.no = b.sales_no
              cross join lateral generate_series(1, b.trucks) truck
              cross join lateral (select ${pickNumber('(b.i * 10 + b.nth) * 10 + truck', 40, 1_000_000_007)} as chance) c
            where b.i between $1::bigint and $2
          ) x
        ) t
        order by t.sales_id, t.day`,
    },
    {
      // The committed quantity of an allocation is the quantity of its transports, plus an open quantity while
      // both contracts run.
      name: 'committed quantities',
      from: 1,
      to: contracts,
      sql: `update allocation a set commit_kg = a.in_delivery_kg + a.delivered_kg
            + case when p.status in ('NEW', 'ACTIVE', 'NEXT_SEASON') and s.status in ('NEW', 'ACTIVE', 'NEXT_SEASON')
                then 5000 * ${pickNumber('b.i * 4 + b.nth', 41, 6)} else 0 end
        from bench_allocation b
          join bench_contract p on p.side = 'purchase' and p.no = b.purchase_no
          join bench_contract s on s.side = 'sales' and s.no = b.sales_no
        where b.i between $1::bigint and $2 and a.purchase_id = p.id and a.sales_id = s.id`,
    },
    {
      name: 'settlements',
      sql: `insert into settlement (transport_id) select id from transport
        where status in ('DELIVERED', 'TO_BE_SETTLED', 'INVOICE', 'PAID') and not is_returned order by id`,
    },
    {
      name: 'sides of settlements',
      from: 1,
      to: 5 * contracts,
      sql: `insert into settlement_side (settlement_id, side, status, price_minor_per_tonne, quality, invoice_number,
          deliver_date, payment_date, sent_quantity_kg, sent_amount_minor)
        select x.id, c.side, y.status, c.price_minor_per_tonne, q.title,
          case when y.status in ('INVOICE', 'PAID') then 'FV/' || x.id end, t.date_unloading,
          case when y.status = 'PAID' or y.status = 'INVOICE' and x.id % 3 > 0 then t.date_unloading + 30 end,
          case when y.status in ('SETTLED', 'INVOICE', 'PAID') then t.delivered_kg end,
          case when y.status in ('SETTLED', 'INVOICE', 'PAID') then (t.delivered_kg * c.price_minor_per_tonne + 500) / 1000 end
        from settlement x
          join transport t on t.id = x.transport_id
          join contract c on c.id in (t.purchase_id, t.sales_id)
          join material_quality q on q.id = c.quality_id
          cross join lateral (select (case t.status when 'DELIVERED' then 'DELIVERED' when 'TO_BE_SETTLED' then
            case when c.side = 'purchase' and x.id % 2 = 0 then 'SETTLED' else 'TO_BE_SETTLED' end
            when 'INVOICE' then 'INVOICE' else 'PAID' end)::settlement_status as status) y
        where x.id between $1::bigint and $2 order by x.id, c.side`,
    },
    {
      name: 'options of sales',
      from: 1,
      to: 5 * contracts,
      sql: `insert into settlement_option (settlement_id, position, quantity_kg, price_minor_per_tonne, quality)
        select y.settlement_id, 0, t.delivered_kg, y.price_minor_per_tonne, y.quality
        from settlement_side y join settlement x on x.id = y.settlement_id join transport t on t.id = x.transport_id
        where y.side = 'sales' and (y.status in ('INVOICE', 'PAID') or y.status = 'TO_BE_SETTLED' and x.id % 2 = 0)
          and x.id between $1::bigint and $2
        order by y.settlement_id`,
    },
    // In the server, the job server/src/jobs/margin-sums.ts calls this function periodically.
    { name: 'sums of margins', sql: `select apply_margin_changes(${2 ** 31 - 1})` },
    { name: 'drop the plan', sql: 'drop table bench_allocation, bench_contract' },
  ];
}
