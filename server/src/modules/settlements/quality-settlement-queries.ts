import { createHash } from 'node:crypto';
import type { Currency } from '@spichlerz/shared/domain/contract';
import {
  decidingReadings,
  fromThousandths,
  type ReadingSource,
  type ReadingValue,
  type Thousandths,
  thousandths,
  type WeightBasis,
} from '@spichlerz/shared/domain/discount-rule';
import { fieldError } from '@spichlerz/shared/domain/domain-error';
import {
  type LineOverride,
  type QualityLine,
  type QualitySettlement,
  settleQuality,
} from '@spichlerz/shared/domain/quality-settlement';
import {
  choicesOf,
  type NamedRule,
  type QualitySnapshot,
  type SettlementChoices,
  type SnapshotLine,
} from '@spichlerz/shared/domain/quality-snapshot';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { type Kilograms, kilograms, type MinorUnits, minorUnits } from '@spichlerz/shared/domain/units';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type { previewSettlement as previewCall, SettlementPreview } from '@spichlerz/shared/wire/quality';
import { describeLines } from '@spichlerz/shared/words/discount-rules';
import { type RawBuilder, sql } from 'kysely';
import { compiledOnce } from '../../db/compiled-once.ts';
import { CONTRACT_COLUMN } from '../../db/contract-column.ts';
import type { Db } from '../../db/tx.ts';
import { RULES_OF_CONTRACT, toNamedRule } from '../materials/discount-rule-queries.ts';
import { assertReadingTypes } from '../transports/reading-queries.ts';

/** A stored reading of a transport, or one that the client sends for a preview. */
export type Reading = {
  readonly parameterId: number;
  readonly source: ReadingSource;
  readonly value: number | boolean;
};

/** The input of a settlement by rules. */
export type SettlementTerms = {
  readonly rulesVersion: number;
  readonly rules: readonly NamedRule[];
  readonly norms: ReadonlyMap<number, Thousandths>;
  readonly readings: ReadonlyMap<number, ReadingValue>;
  /** Readings for parameters that have no reading from the contract's source or the arbiter. */
  readonly offered: readonly Reading[];
  readonly currency: Currency;
  readonly contractPrice: MinorUnits;
  readonly priceOptionId: number | null;
  readonly weightBasis: WeightBasis;
  readonly readingSource: ReadingSource;
  readonly basisKg: Kilograms | null;
  /** The unloaded weight. It limits the accepted kilograms while `basisKg` is null. */
  readonly unloadedKg: Kilograms;
  /** A hash of the other fields except `offered`. */
  readonly fingerprint: string;
};

type TermsQuery = {
  readonly transportId: number;
  readonly side: Side;
  readonly priceOptionId?: number | undefined;
  readonly readings?: readonly Reading[] | undefined;
  readonly loadingQuantity?: number | undefined;
};

/** The readings of transport t, as JSON. */
export const STORED_READINGS = sql<
  Reading[]
>`coalesce((select json_agg(json_build_object('parameterId', r.parameter_id,
  'source', r.source, 'value', coalesce(to_json(r.answer), to_json(r.value::float8))) order by r.parameter_id, r.source)
  from quality_reading r where r.transport_id = t.id), '[]')`;

const termsOf = (side: Side) =>
  compiledOnce((db: Db, transportId: RawBuilder<number>, optionId: RawBuilder<number | null>) =>
    db
      .selectFrom('transport as t')
      .innerJoin('contract as c', 'c.id', `t.${CONTRACT_COLUMN[side]}`)
      .where(sql<boolean>`t.id = ${transportId}`)
      .select([
        'c.raw_material_id as rawMaterialId',
        'c.currency',
        'c.price_minor_per_tonne as mainPrice',
        'c.weight_basis as weightBasis',
        'c.reading_source as readingSource',
        'c.rules_version as rulesVersion',
        sql<MinorUnits | null>`(select o.price_minor_per_tonne from contract_option o
          where o.contract_id = c.id and o.id = ${optionId})`.as('optionPrice'),
        sql<Kilograms>`coalesce(t.real_quantity_kg, t.quantity_kg)`.as('unloadedKg'),
        sql<Kilograms | null>`case c.weight_basis when 'UNLOADING' then coalesce(t.real_quantity_kg, t.quantity_kg)
          else (select w.net_kg from weigh_ticket w where w.transport_id = t.id and w.place = 'LOADING') end`.as(
          'basisKg',
        ),
        sql<[number, number][]>`coalesce((select json_agg(json_build_array(n.parameter_id, n.value) order by
          n.parameter_id) from contract_norm n where n.contract_id = c.id
          and n.contract_option_id is not distinct from ${optionId}::bigint), '[]')`.as('norms'),
        RULES_OF_CONTRACT.as('rules'),
        STORED_READINGS.as('readings'),
      ]),
  );

const selectTerms = { purchase: termsOf('purchase'), sales: termsOf('sales') } satisfies BySide<unknown>;

/**
 * Reads the terms of one side of a transport.
 * @throws DomainError TRANSPORT_NOT_FOUND, VALUE_IS_WRONG on priceOptionId, and the errors of
 * assertReadingTypes
 */
export async function readSettlementTerms(db: Db, query: TermsQuery): Promise<SettlementTerms> {
  const optionId = query.priceOptionId === 0 ? null : (query.priceOptionId ?? null);
  const [row] = await selectTerms[query.side](db, query.transportId, optionId);
  if (row === undefined) throw fieldError('transportId', 'TRANSPORT_NOT_FOUND');
  const contractPrice = optionId === null ? row.mainPrice : row.optionPrice;
  if (contractPrice === null) throw fieldError('priceOptionId', 'VALUE_IS_WRONG');
  if (query.readings !== undefined)
    assertReadingTypes(query.readings, await readParameterTypes(db, row.rawMaterialId));
  const { chosen, offered } = chooseReadings(query.readings ?? row.readings, row.readingSource);
  const typedKg = row.weightBasis === 'LOADING' ? query.loadingQuantity : undefined;
  const basisKg = typedKg === undefined ? row.basisKg : kilograms(typedKg);
  const terms = {
    rulesVersion: row.rulesVersion,
    rules: row.rules.map(toNamedRule),
    norms: new Map(row.norms.map(([id, value]) => [id, thousandths(value)])),
    readings: chosen,
    offered,
    currency: row.currency,
    contractPrice,
    priceOptionId: optionId,
    weightBasis: row.weightBasis,
    readingSource: row.readingSource,
    basisKg,
    unloadedKg: row.unloadedKg,
  };
  return { ...terms, fingerprint: fingerprintOf(query.side, terms) };
}

async function readParameterTypes(db: Db, rawMaterialId: number) {
  const parameters = await db
    .selectFrom('material_parameter')
    .where('raw_material_id', '=', rawMaterialId)
    .select(['id', 'type'])
    .execute();
  return new Map(parameters.map((parameter) => [parameter.id, parameter]));
}

/**
 * Returns as `chosen` the readings that the settlement uses: for each parameter that of the arbiter, or else
 * that of the contract's source. `offered` are the readings of the parameters for which neither exists.
 */
function chooseReadings(readings: readonly Reading[], source: ReadingSource) {
  const chosen = new Map(
    decidingReadings(readings, source).map(({ parameterId, value }) => [
      parameterId,
      typeof value === 'boolean' ? value : thousandths(value),
    ]),
  );
  const offered = readings.filter(({ parameterId }) => !chosen.has(parameterId));
  return { chosen, offered };
}

type Unsigned = Omit<SettlementTerms, 'fingerprint' | 'offered'>;

function fingerprintOf(side: Side, { norms, readings, ...terms }: Unsigned): string {
  // a preview may list the readings in another order than the database
  const byParameter = [...readings].sort(([one], [other]) => one - other);
  const parts = JSON.stringify([side, [...norms], byParameter, { ...terms, offered: undefined }]);
  return createHash('sha256').update(parts).digest('base64url');
}

export function settleByTerms(
  terms: SettlementTerms,
  overrides?: ReadonlyMap<number, LineOverride>,
): QualitySettlement {
  const { rules, readings, norms, contractPrice, basisKg } = terms;
  return settleQuality({
    rules,
    readings,
    qualityNorms: norms,
    contractPrice,
    basisKg,
    ...(overrides && { overrides }),
  });
}

/** Converts lines to the form of the wire and the snapshot. */
export function toSnapshotLines(
  terms: Pick<SettlementTerms, 'rules'>,
  lines: readonly QualityLine[],
): SnapshotLine[] {
  const named = new Map(terms.rules.map((rule) => [rule.id, rule]));
  return lines.map(({ rule, reading, norm, steps, pricePerTonne, quantityKg }) => ({
    ruleId: rule.id,
    parameterId: rule.parameterId,
    name: named.get(rule.id)?.name ?? '',
    unit: named.get(rule.id)?.unit ?? null,
    reading: typeof reading === 'boolean' ? reading : fromThousandths(reading),
    norm: norm === null ? null : fromThousandths(norm),
    steps: steps === null ? null : fromThousandths(steps),
    effect: rule.effect,
    pricePerTonne,
    quantity: quantityKg,
    isPremium: rule.isPremium,
  }));
}

/** Describes the lines as they are printed and stored in the deductions. */
export function describeSettlement(
  { rules, currency }: Pick<SettlementTerms, 'rules' | 'currency'>,
  lines: readonly QualityLine[],
): string {
  return describeLines(lines, (id) => parameterOf(rules, id), currency);
}

function parameterOf(rules: readonly NamedRule[], id: number): { name: string; unit: string | null } {
  const { name, unit } = rules.find(({ parameterId }) => parameterId === id) ?? { name: '', unit: null };
  return { name, unit };
}

/** The name under which a missing weight of the loading ticket is reported. */
const LOADING_WEIGHT = { parameterId: null, name: 'Waga załadunku' };

/** Computes the settlement of a side; writes nothing. */
export async function previewSettlement(
  db: Db,
  query: BodyOf<typeof previewCall>,
): Promise<SettlementPreview> {
  const terms = await readSettlementTerms(db, query);
  const overrides = (query.overrides ?? []).map(({ ruleId, pricePerTonne, quantity }) => {
    const price = pricePerTonne === undefined ? undefined : minorUnits(pricePerTonne);
    return [ruleId, { pricePerTonne: price, quantityKg: quantity }] as const;
  });
  const settled = settleByTerms(terms, new Map(overrides));
  const toRef = (id: number) => ({ parameterId: id, name: parameterOf(terms.rules, id).name });
  return {
    lines: toSnapshotLines(terms, settled.lines),
    contractPrice: terms.contractPrice,
    pricePerTonne: settled.pricePerTonne,
    basisQuantity: terms.basisKg,
    acceptedQuantity: settled.acceptedKg,
    amount: settled.amount,
    missing: [...settled.missing.map(toRef), ...(terms.basisKg === null ? [LOADING_WEIGHT] : [])],
    withoutNorm: settled.withoutNorm.map(toRef),
    refused: settled.refused.map(toRef),
    offered: terms.offered.filter(({ parameterId }) => settled.missing.includes(parameterId)),
    text: describeSettlement(terms, settled.lines),
    fingerprint: terms.fingerprint,
    ...(await readChoices(db, query)),
  };
}

const choicesQuery = (side: Side) =>
  compiledOnce((db: Db, transportId: RawBuilder<number>) =>
    db
      .selectFrom('settlement as s')
      .innerJoin('settlement_side as x', 'x.settlement_id', 's.id')
      .where(sql<boolean>`s.transport_id = ${transportId}`)
      .where('x.side', '=', side)
      .select([
        'x.snapshot',
        'x.taken_back as takenBack',
        sql<boolean>`(x.sent_quantity_kg is not null or exists (select from settlement_option o
          where o.settlement_id = s.id and o.side = x.side))`.as('isSettled'),
      ]),
  );

const selectChoices = {
  purchase: choicesQuery('purchase'),
  sales: choicesQuery('sales'),
} satisfies BySide<unknown>;

/**
 * Returns the choices of the side's current settlement, and the choices of the last statement that was taken
 * back. Each is null if there is no such settlement or statement. A purchase counts as settled once its
 * statement is sent. A sale counts as settled once it has options, even while its status is TO_BE_SETTLED.
 */
async function readChoices(
  db: Db,
  { transportId, side }: Pick<TermsQuery, 'transportId' | 'side'>,
): Promise<Pick<SettlementPreview, 'settled' | 'takenBack'>> {
  const [row] = await selectChoices[side](db, transportId);
  return {
    settled: row?.isSettled === true ? toWire(choicesOf(row.snapshot)) : null,
    takenBack: row?.takenBack ? toWire(row.takenBack) : null,
  };
}

const toWire = ({ byRules, priceOptionId, overrides }: SettlementChoices) => ({
  byRules,
  priceOptionId: priceOptionId ?? 0,
  overrides: overrides.map(({ ruleId, pricePerTonne, quantityKg, reason }) => ({
    ruleId,
    pricePerTonne: pricePerTonne ?? null,
    quantity: quantityKg ?? null,
    reason,
  })),
});

/** A snapshot without the large fields that only a new calculation needs. */
export type SnapshotSummary = Omit<QualitySnapshot, 'rules' | 'norms'>;

type Measured = {
  readonly readings: readonly Reading[];
  readonly weights: Readonly<Record<WeightBasis, Kilograms | null>>;
};

/**
 * Whether the weight on the weight basis and the readings of all lines are those of the snapshot. If so, the
 * settlement need not be computed again.
 */
export function isMeasuredAsBefore(snapshot: SnapshotSummary, { readings, weights }: Measured): boolean {
  const { chosen } = chooseReadings(readings, snapshot.readingSource);
  return (
    weights[snapshot.weightBasis] === snapshot.basisKg &&
    snapshot.lines.every(
      ({ parameterId, reading }) =>
        chosen.get(parameterId) === (typeof reading === 'boolean' ? reading : thousandths(reading)),
    )
  );
}

/**
 * Computes a settlement by rules again, with the current readings and weights, and with the rules, price and
 * overrides of the snapshot.
 * @returns the new amount if the price or the kilograms differ from `paid` ("Do korekty"); null if neither
 * differs, or if a reading or the weight is missing now
 */
export function recomputedAmount(
  snapshot: QualitySnapshot,
  { readings, weights }: Measured,
  paid: { readonly acceptedKg: Kilograms | null; readonly pricePerTonne: MinorUnits },
): MinorUnits | null {
  const { missing, acceptedKg, pricePerTonne, amount } = settleQuality({
    rules: snapshot.rules,
    readings: chooseReadings(readings, snapshot.readingSource).chosen,
    qualityNorms: new Map(snapshot.norms),
    contractPrice: snapshot.contractPrice,
    basisKg: weights[snapshot.weightBasis],
    overrides: new Map(snapshot.overrides.map((override) => [override.ruleId, override])),
  });
  if (missing.length > 0) return null;
  return acceptedKg !== paid.acceptedKg || pricePerTonne !== paid.pricePerTonne ? amount : null;
}
