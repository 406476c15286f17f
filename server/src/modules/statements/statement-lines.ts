import { decidingReadings, type ReadingSource } from '@spichlerz/shared/domain/discount-rule';
import { DomainError, fieldError } from '@spichlerz/shared/domain/domain-error';
import { paidKg, whyNotStateSettlement } from '@spichlerz/shared/domain/settlement';
import { type BySide, partyOfSide, type Side } from '@spichlerz/shared/domain/side';
import type { SettlementRow } from '@spichlerz/shared/wire/settlements';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatReading } from '@spichlerz/shared/words/discount-rules';
import { sql } from 'kysely';
import { CONTRACT_COLUMN } from '../../db/contract-column.ts';
import type { Db } from '../../db/tx.ts';
import type { PrintedStatement, StatementLine } from '../../print/statement.ts';
import { getContractContractor } from '../contracts/contract-queries.ts';
import { settlementList } from '../settlements/settlement-queries.ts';

type Measured = {
  readonly transportId: number;
  readonly rawMaterial: string;
  readonly tickets: readonly { place: 'LOADING' | 'UNLOADING'; number: string | null; net: number }[];
  readonly readingSource: ReadingSource;
  readonly readings: readonly {
    parameterId: number;
    source: ReadingSource;
    name: string;
    unit: string | null;
    value: number | boolean;
  }[];
};

type SideOf<Value> = BySide<(row: SettlementRow) => Value>;

const CONTRACT_ID: SideOf<number> = { purchase: (row) => row.purchaseId, sales: (row) => row.salesId };
const STATUS: SideOf<SettlementRow['purchaseSettlementStatus']> = {
  purchase: (row) => row.purchaseSettlementStatus,
  sales: (row) => row.salesSettlementStatus,
};
const DELIVER_DATE: SideOf<string | null> = {
  purchase: (row) => row.purchaseDeliverDate,
  sales: (row) => row.salesDeliverDate,
};
const ORDER = { purchase: 'purchase_deliver_date', sales: 'sales_deliver_date' } as const;

/**
 * Reads how transports of one contractor were settled, in order of delivery.
 * @throws DomainError TRANSPORT_NOT_FOUND, CANNOT_PRINT_ON_THIS_STATUS, CONTRACT_IS_NOT_COMPATIBLE for several
 * contractors, VALUE_IS_WRONG for several currencies
 */
export async function readStatement(
  db: Db,
  side: Side,
  transportIds: readonly number[],
): Promise<PrintedStatement & { contractorId: number; contractIds: number[] }> {
  const ids = [...new Set(transportIds)];
  const measured = await readMeasured(db, side, ids);
  if (measured.size < ids.length) throw fieldError('transportIds', 'TRANSPORT_NOT_FOUND');
  const settled = settlementList(side, {
    filter: { transportId: ids },
    search: undefined,
    orderBy: { column: ORDER[side], direction: 'ASC' },
  });
  const { list: rows } = await settled.readPage(db, { limit: ids.length, offset: 0 });
  const isStated = rows.every((row) => whyNotStateSettlement(side, STATUS[side](row)) === null);
  if (rows.length < ids.length || !isStated) throw fieldError('transportIds', 'CANNOT_PRINT_ON_THIS_STATUS');
  const contractIds = [...new Set(rows.map(CONTRACT_ID[side]))];
  const [contractor, ...others] = await Promise.all(
    contractIds.map((contractId) => getContractContractor(db, side, contractId)),
  );
  if (contractor === undefined) throw new DomainError('TRANSPORT_NOT_FOUND');
  if (others.some(({ id }) => id !== contractor.id))
    throw fieldError('transportIds', 'CONTRACT_IS_NOT_COMPATIBLE');
  const [currency = 'PLN', ...otherCurrencies] = new Set(rows.map((row) => row.currency));
  if (otherCurrencies.length > 0) throw fieldError('transportIds', 'VALUE_IS_WRONG');
  return {
    contractorId: contractor.id,
    contractIds,
    contractor,
    currency,
    lines: rows.flatMap((row) => linesOf(side, row, measured.get(row.transportId))),
  };
}

function linesOf(side: Side, row: SettlementRow, measured: Measured | undefined): StatementLine[] {
  const { tickets = [], rawMaterial = '' } = measured ?? {};
  const ticket = (place: 'LOADING' | 'UNLOADING') => tickets.find((one) => one.place === place);
  const numbers = [
    ...(ticket('LOADING')?.number ? [`załadunek ${ticket('LOADING')?.number}`] : []),
    ...(ticket('UNLOADING')?.number ? [`rozładunek ${ticket('UNLOADING')?.number}`] : []),
  ];
  const values = measured === undefined ? [] : readingTexts(row, measured);
  const line = {
    transportId: row.transportId,
    contract: contractNumber(partyOfSide(side, row)),
    rawMaterial,
    registrationNumber: row.registrationNumber,
    deliverDate: DELIVER_DATE[side](row) ?? row.dateUnloading,
    loadedKg: ticket('LOADING')?.net ?? null,
    contractPrice: row.contractPrice,
    notes: [
      ...(numbers.length === 0 ? [] : [`Kwity wagowe: ${numbers.join(', ')}`]),
      ...(values.length === 0 ? [] : [`Wyniki badań: ${values.join(', ')}`]),
      ...(row.deductions ? [`Potrącenia i dopłaty: ${row.deductions}`] : []),
    ],
  };
  const whole = { ...line, unloadedKg: row.transportQuantity, amount: row.amount };
  return {
    purchase: () => [
      {
        ...whole,
        quality: row.realPurchaseCargoQuality,
        acceptedKg: paidKg(row),
        price: row.realPurchaseCargoPrice,
      },
    ],
    sales: () =>
      row.acceptedQuantity !== null
        ? [
            {
              ...whole,
              quality: row.realCargoQuality,
              acceptedKg: row.acceptedQuantity,
              price: row.realCargoPrice,
            },
          ]
        : row.options.map((option, index) => ({
            ...line,
            quality: option.realCargoQuality,
            unloadedKg: index === 0 ? row.transportQuantity : null,
            acceptedKg: option.realQuantityKg,
            price: option.realCargoPrice,
            amount: option.amount,
          })),
  }[side]();
}

/**
 * Describes the readings on which the settlement is based. After a settlement by rules these are the readings
 * in its lines, because the stored readings may have changed since.
 */
function readingTexts({ lines }: SettlementRow, { readings, readingSource }: Measured): string[] {
  const settled = lines.map(({ reading, ...line }) => ({ ...line, value: reading }));
  const decided = new Map(
    [...decidingReadings(readings, readingSource), ...settled].map((reading) => [
      reading.parameterId,
      reading,
    ]),
  );
  return [...decided.values()].map(({ name, unit, value }) => `${name} ${formatReading(value, unit)}`);
}

async function readMeasured(
  db: Db,
  side: Side,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Measured>> {
  const rows: Measured[] = await db
    .selectFrom('transport as t')
    .innerJoin('contract as c', 'c.id', `t.${CONTRACT_COLUMN[side]}`)
    .innerJoin('raw_material as m', 'm.id', 'c.raw_material_id')
    .where(sql<boolean>`t.id = any(${ids}::bigint[])`)
    .select([
      't.id as transportId',
      'm.name as rawMaterial',
      'c.reading_source as readingSource',
      sql<Measured['tickets']>`coalesce((select json_agg(json_build_object('place', w.place,
        'number', w.number, 'net', w.net_kg)) from weigh_ticket w where w.transport_id = t.id), '[]')`.as(
        'tickets',
      ),
      sql<Measured['readings']>`coalesce((select json_agg(json_build_object('parameterId', p.id,
        'source', r.source, 'name', p.name, 'unit', p.unit,
        'value', coalesce(to_json(r.answer), to_json(r.value::float8))) order by p.id)
        from quality_reading r join material_parameter p on p.id = r.parameter_id
        where r.transport_id = t.id), '[]')`.as('readings'),
    ])
    .execute();
  return new Map(rows.map((row) => [row.transportId, row]));
}
