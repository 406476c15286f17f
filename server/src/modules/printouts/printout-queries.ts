import type { Currency } from '@spichlerz/shared/domain/contract';
import { assertAllowed, DomainError, fieldError } from '@spichlerz/shared/domain/domain-error';
import { PRINTED_STATUSES, whyNotPrintSettlement } from '@spichlerz/shared/domain/settlement';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { whyNotPrintOrder } from '@spichlerz/shared/domain/transport';
import type { PARAMETER_TYPES } from '@spichlerz/shared/wire/materials';
import type { SettlementListQuery, SettlementRow } from '@spichlerz/shared/wire/settlements';
import { formatReading } from '@spichlerz/shared/words/discount-rules';
import { formatDate, todayInWarsaw } from '@spichlerz/shared/words/figures';
import { sql } from 'kysely';
import type { Db } from '../../db/tx.ts';
import type { Company } from '../../print/company.ts';
import {
  contractConfirmation,
  type PrintedCounty,
  type QualityTerms,
} from '../../print/contract-confirmation.ts';
import { deliveryList } from '../../print/delivery-list.ts';
import { formatPhone, type Letterhead } from '../../print/layout.ts';
import type { Printout } from '../../print/printout.ts';
import { settlementStatement } from '../../print/settlement-statement.ts';
import { transportOrder } from '../../print/transport-order.ts';
import { getCarrier } from '../contractors/carrier-queries.ts';
import { getContractContractor, getContractRecord } from '../contracts/contract-queries.ts';
import { describeRules, readRules } from '../materials/discount-rule-queries.ts';
import { settlementList } from '../settlements/settlement-queries.ts';
import { getTransport } from '../transports/transport-queries.ts';

export function letterheadFor(company: Company): Letterhead {
  return { company, day: formatDate(todayInWarsaw()) };
}

export async function composeConfirmation(
  db: Db,
  company: Company,
  side: Side,
  id: number,
): Promise<Printout> {
  const contract = await getContractRecord(db, side, id);
  return contractConfirmation(letterheadFor(company), {
    side,
    contract,
    contractor: await getContractContractor(db, side, id),
    county: await findCounty(db, contract.countyCode),
    variant: await findVariant(db, contract.rawMaterialVariantId),
    quality: await findQualityTerms(db, id, contract.currency),
    parameters: await findQualityParameters(db, id),
  });
}

async function findQualityTerms(db: Db, id: number, currency: Currency): Promise<QualityTerms> {
  const { weightBasis, readingSource } = await db
    .selectFrom('contract')
    .where('id', '=', id)
    .select(['weight_basis as weightBasis', 'reading_source as readingSource'])
    .executeTakeFirstOrThrow();
  const rules = await readRules(db, { contract_id: id });
  return {
    weightBasis,
    readingSource,
    rules: describeRules(rules, currency),
  };
}

type StoredParameter = {
  readonly optionId: number;
  readonly name: string;
  readonly type: (typeof PARAMETER_TYPES)[number];
  readonly unit: string | null;
  readonly value: string;
};

/**
 * Returns the quality parameters of each price option as text, keyed by option id (0 for the main option).
 * Numbers are the norms that were frozen when the option got its quality, as in settlements, because an edited
 * quality never changes a contract. Texts and yes-no values are not frozen and are those of the quality now.
 */
async function findQualityParameters(db: Db, contractId: number): Promise<Map<number, string>> {
  const { rows } = await sql<StoredParameter>`
    select o.option_id as "optionId", p.name, p.type, p.unit, v.value
    from (select null::bigint as id, 0 as option_id, quality_id from contract where id = ${contractId}
      union all select id, id, quality_id from contract_option where contract_id = ${contractId}) o
    cross join lateral (
      select n.parameter_id, n.value::text as value, true as is_norm from contract_norm n
        where n.contract_id = ${contractId} and n.contract_option_id is not distinct from o.id
      union all select q.parameter_id, q.value, false from quality_parameter_value q
        where q.quality_id = o.quality_id) v
    join material_parameter p on p.id = v.parameter_id and (p.type = 'NUMBER') = v.is_norm
    order by o.option_id, p.id`.execute(db);
  const texts = new Map<number, string>();
  for (const parameter of rows) {
    const { optionId, name } = parameter;
    const before = texts.get(optionId);
    const text = `${name} ${formatParameter(parameter)}`;
    texts.set(optionId, before === undefined ? text : `${before}, ${text}`);
  }
  return texts;
}

function formatParameter({ type, unit, value }: StoredParameter): string {
  if (type === 'TEXT') return value;
  return formatReading(type === 'BOOLEAN' ? value === 'true' : Number(value), unit);
}

function findCounty(db: Db, code: string | null): Promise<PrintedCounty | undefined> {
  return db.selectFrom('county').where('code', '=', code).select(['name', 'voivodeship']).executeTakeFirst();
}

async function findVariant(db: Db, id: number | null): Promise<string | undefined> {
  const variant = await db
    .selectFrom('material_variant')
    .where('id', '=', id)
    .select('name')
    .executeTakeFirst();
  return variant?.name;
}

/** @throws DomainError CANNOT_PRINT_ON_THIS_STATUS when the transport is cancelled */
export async function composeTransportOrder(db: Db, company: Company, id: number): Promise<Printout> {
  const transport = await getTransport(db, id);
  assertAllowed(whyNotPrintOrder(transport.status));
  return transportOrder(letterheadFor(company), {
    transport,
    carrier: transport.carrierId === null ? undefined : await getCarrier(db, transport.carrierId),
    contacts: {
      purchase: await findContacts(db, 'purchase', transport.purchaseId),
      sales: await findContacts(db, 'sales', transport.salesId),
    },
  });
}

/** The contacts of a contract, or else the phone number of its contractor. */
async function findContacts(db: Db, side: Side, contractId: number): Promise<readonly string[]> {
  const contacts = await db
    .selectFrom('contract_contact')
    .where('contract_id', '=', contractId)
    .orderBy('position')
    .select('contact')
    .execute();
  if (contacts.length > 0) return contacts.map(({ contact }) => contact);
  const { phoneNumber } = await getContractContractor(db, side, contractId);
  return phoneNumber === null ? [] : [formatPhone(phoneNumber)];
}

const PRINTOUT: BySide<typeof settlementStatement | typeof deliveryList> = {
  purchase: settlementStatement,
  sales: deliveryList,
};

const LIST_QUERY: BySide<(contractId: number) => SettlementListQuery> = {
  purchase: (purchaseId) => ({
    filter: { purchaseId },
    search: undefined,
    orderBy: { column: 'purchase_deliver_date', direction: 'ASC' },
  }),
  sales: (salesId) => ({
    filter: { salesId },
    search: undefined,
    orderBy: { column: 'sales_deliver_date', direction: 'ASC' },
  }),
};

/** No contract has this many transports. */
const NO_LIMIT = 1_000_000;

const SIDE_STATUS: BySide<(row: SettlementRow) => SettlementRow['purchaseSettlementStatus']> = {
  purchase: (row) => row.purchaseSettlementStatus,
  sales: (row) => row.salesSettlementStatus,
};

/**
 * Composes the printout of a contract's transports, in order of delivery.
 * @param chosen ids of the transports to print; if absent or empty, all that can be printed
 * @throws DomainError CANNOT_PRINT_ON_THIS_STATUS when no transport or not every chosen transport can be
 * printed; TRANSPORT_NOT_FOUND when a chosen transport does not belong to the contract
 */
export async function composeSettlements(
  db: Db,
  company: Company,
  side: Side,
  id: number,
  chosen: readonly number[] = [],
): Promise<Printout> {
  const contract = await getContractRecord(db, side, id);
  const everything = { limit: NO_LIMIT, offset: 0 };
  const { list: transports } = await settlementList(side, LIST_QUERY[side](id)).readPage(db, everything);
  return PRINTOUT[side](letterheadFor(company), {
    contract,
    contractor: await getContractContractor(db, side, id),
    transports: chosen.length === 0 ? allPrintable(side, transports) : chosenOf(side, transports, chosen),
  });
}

function allPrintable(side: Side, transports: readonly SettlementRow[]): readonly SettlementRow[] {
  const printed = transports.filter((transport) =>
    PRINTED_STATUSES[side].includes(SIDE_STATUS[side](transport)),
  );
  if (printed.length === 0) throw new DomainError('CANNOT_PRINT_ON_THIS_STATUS');
  return printed;
}

function chosenOf(
  side: Side,
  transports: readonly SettlementRow[],
  chosen: readonly number[],
): readonly SettlementRow[] {
  const chosenIds = new Set(chosen);
  const found = transports.filter(({ transportId }) => chosenIds.has(transportId));
  if (found.length < chosenIds.size) throw fieldError('transportId', 'TRANSPORT_NOT_FOUND');
  for (const transport of found)
    assertAllowed(whyNotPrintSettlement(side, SIDE_STATUS[side](transport)), 'transportId');
  return found;
}
