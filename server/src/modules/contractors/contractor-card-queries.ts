import { NOT_ENDED_STATUSES } from '@spichlerz/shared/domain/contract';
import { notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import { OPEN_STATUSES } from '@spichlerz/shared/domain/position';
import type { Side } from '@spichlerz/shared/domain/side';
import {
  CARD_ITEMS_MAX,
  type ContractorCard,
  type SimilarContractor,
  type Similarity,
} from '@spichlerz/shared/wire/contractor-card';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { CONTRACT_COLUMN } from '../../db/contract-column.ts';
import type { Db } from '../../db/tx.ts';
import { selectContractUsage } from '../contracts/contract-usage-queries.ts';
import { CONTRACTOR_NOT_FOUND } from './contractor-queries.ts';

/** Returns the contractor's contracts (open ones first), open quantities and transports on the way. */
export async function getContractorCard(db: Db, side: Side, id: number): Promise<ContractorCard> {
  const own = sql<SqlBool>`c.side = ${side} and c.contractor_id = ${id}`;
  const contractor = await db
    .selectFrom('contractor as r')
    .where('r.side', '=', side)
    .where('r.id', '=', id)
    .select([
      selectContractUsage(own).as('usedIn'),
      sql<number>`(select count(*) from contract c where ${own} and c.status = any(${NOT_ENDED_STATUSES}::contract_status[]))`.as(
        'openContractCount',
      ),
    ])
    .executeTakeFirst();
  if (contractor === undefined) throw notFoundInPath(CONTRACTOR_NOT_FOUND[side]);
  const isOpen = sql<SqlBool>`c.status = any(${[...OPEN_STATUSES]}::contract_status[])`;
  const contracts = await db
    .selectFrom('contract as c')
    .innerJoin('raw_material as m', 'm.id', 'c.raw_material_id')
    .where(own)
    .orderBy(sql`case when ${isOpen} then 0 when c.status = 'TO_SETTLEMENT' then 1 else 2 end`)
    .orderBy('c.id', 'desc')
    .limit(CARD_ITEMS_MAX)
    .select([
      'c.id as contractId',
      'c.document_number as documentNumber',
      'c.status as contractStatus',
      'm.name as rawMaterialName',
      'c.quantity_kg as quantityKg',
      'c.delivered_kg as delivered',
      'c.receipt_to as dateOfReceiptTo',
    ])
    .execute();
  const openQuantities = await db
    .selectFrom('contract as c')
    .innerJoin('raw_material as m', 'm.id', 'c.raw_material_id')
    .where(own)
    .where(isOpen)
    .groupBy(['m.id', 'm.name', 'm.display_order'])
    .orderBy('m.display_order')
    .orderBy('m.id')
    .select([
      'm.id as rawMaterialId',
      'm.name as rawMaterialName',
      sql<number>`sum(greatest(0, c.quantity_kg - c.delivered_kg))::bigint`.as('open'),
    ])
    .execute();
  return { ...contractor, contracts, openQuantities, ...(await listTransports(db, side, own)) };
}

async function listTransports(db: Db, side: Side, own: RawBuilder<SqlBool>) {
  const rows = await db
    .selectFrom('transport as t')
    .innerJoin('contract as c', 'c.id', `t.${CONTRACT_COLUMN[side]}`)
    .where(own)
    .where('t.status', '=', 'ON_THE_WAY')
    .orderBy('t.date_unloading')
    .orderBy('t.id')
    .limit(CARD_ITEMS_MAX)
    .select([
      't.id',
      'c.id as contractId',
      'c.document_number as documentNumber',
      't.registration_number as registrationNumber',
      't.quantity_kg as quantityKg',
      't.date_unloading as dateUnloading',
      sql<number>`count(*) over ()`.as('total'),
    ])
    .execute();
  return { trucks: rows, truckCount: rows[0]?.total ?? 0 };
}

type SimilarityInput = {
  nip?: string | undefined;
  pesel?: string | undefined;
  companyName?: string | undefined;
  fullName?: string | undefined;
  exceptId?: number | undefined;
};

/** The form shows the similar contractors in a short hint. */
const MAX_SIMILAR = 5;

/**
 * This query runs while the user types, so each kind of similarity is a separate subquery with its own index.
 */
export async function findSimilarContractors(
  db: Db,
  side: Side,
  input: SimilarityInput,
): Promise<SimilarContractor[]> {
  const conditions: Record<Similarity, RawBuilder<SqlBool> | null> = {
    nip: conditionIfGiven(input.nip, (nip) => sql`s.nip = ${nip.replace(/\D/g, '')}`),
    pesel: conditionIfGiven(input.pesel, (pesel) => sql`s.pesel = ${pesel.replace(/\D/g, '')}`),
    companyName: conditionIfGiven(
      input.companyName,
      (name) => sql`lower(btrim(s.company_name)) = lower(btrim(${name}))`,
    ),
    fullName: conditionIfGiven(input.fullName, (name) => sql`s.full_name = ${name}`),
  };
  const queries = Object.entries(conditions).flatMap(([name, condition]) =>
    condition === null
      ? []
      : [
          sql`select s.id, ${sql.lit(name)} as likeness from contractor s where s.side = ${side} and ${condition}`,
        ],
  );
  if (queries.length === 0) return [];
  const matches = sql<{ id: number; likeness: string }>`(${sql.join(queries, sql` union all `)})`;
  return db
    .selectFrom('contractor as r')
    .innerJoin(matches.as<'a'>('a'), (join) => join.onTrue())
    .whereRef('r.id', '=', 'a.id')
    .$if(input.exceptId !== undefined, (query) => query.where('r.id', '<>', input.exceptId ?? 0))
    .groupBy('r.id')
    .orderBy('r.id')
    .limit(MAX_SIMILAR)
    .select([
      'r.id',
      'r.full_name as fullName',
      'r.company_name as companyName',
      'r.nip',
      'r.pesel',
      sql<Similarity[]>`json_agg(a.likeness)`.as('matches'),
    ])
    .execute();
}

function conditionIfGiven(
  text: string | undefined,
  condition: (text: string) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> | null {
  return text === undefined ? null : condition(text);
}
