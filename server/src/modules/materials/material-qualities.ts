import { duplicateIndexes } from '@spichlerz/shared/domain/contractor';
import { isInThousandths } from '@spichlerz/shared/domain/discount-rule';
import { DomainError, type ErrorCode, fieldError } from '@spichlerz/shared/domain/domain-error';
import { INTEGER_MAX, INTEGER_MIN } from '@spichlerz/shared/domain/units';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type {
  createRawMaterial as createCall,
  upsertParameter as parameterCall,
} from '@spichlerz/shared/wire/materials';
import { sql } from 'kysely';
import { type Changes, changedFields } from '../../audit/record-change.ts';
import type { Tx } from '../../db/tx.ts';
import { assertNoDuplicates, assertNotOfAnother } from '../../db/write-entries.ts';

type QualityForm = NonNullable<BodyOf<typeof createCall>['qualityOptions']>[number];
export type ParameterType = BodyOf<typeof parameterCall>['type'];

// Excludes hexadecimal numbers, which JavaScript reads but PostgreSQL 15 does not.
const DECIMAL = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

const READS_AS: Readonly<Record<ParameterType, (value: string) => boolean>> = {
  BOOLEAN: (value) => value === 'true' || value === 'false',
  NUMBER: (value) => DECIMAL.test(value) && Number.isFinite(Number(value)),
  TEXT: () => true,
};

/**
 * Returns the reason why a text is no value of a parameter's type, or null. Values of all types are stored as
 * text. Contracts copy numeric values to norms, so a number must fit the range and the three decimal places of a
 * norm.
 */
export function whyNotParameterValue(type: ParameterType, value: string): ErrorCode | null {
  if (!READS_AS[type](value)) return 'RAW_MATERIAL_WRONG_DATA_TYPE';
  return type === 'NUMBER' && !isNorm(Number(value)) ? 'VALUE_IS_WRONG' : null;
}

const isNorm = (value: number) => value >= INTEGER_MIN && value <= INTEGER_MAX && isInThousandths(value);

/**
 * Writes the qualities of a raw material in the order of the form. A quality that the form omits is deleted. A
 * quality that another user has deleted is created again.
 * @returns the changes for the audit log
 * @throws DomainError CONFLICT when a contract uses a quality that would be deleted, NAME_IS_DUPLICATED,
 * RAW_MATERIAL_WRONG_DATA_TYPE, VALUE_IS_WRONG, VALUE_IS_DUPLICATED
 */
export async function writeQualities(
  tx: Tx,
  rawMaterialId: number,
  qualities: readonly QualityForm[] | undefined,
): Promise<Changes> {
  if (qualities === undefined) return {};
  const stored = await readQualities(tx, rawMaterialId);
  assertNoDuplicates('qualityOptions', qualities);
  assertUniqueTitle(qualities);
  const known = new Set(stored.map(({ id }) => id));
  await assertNotOfAnother(
    tx,
    'material_quality',
    rawMaterialId,
    qualities.map(({ id }) => id),
    (index) => `qualityOptions.${index}.id`,
  );
  const existingIds = qualities.flatMap(({ id }) => (id !== undefined && known.has(id) ? [id] : []));
  await deleteUnused(
    tx,
    stored.map(({ id }) => id).filter((id) => !existingIds.includes(id)),
  );
  // all qualities get a temporary title first, so that two qualities can swap titles
  if (existingIds.length > 0) {
    await tx
      .updateTable('material_quality')
      .set({ title: sql<string>`id::text || ' ' || title` })
      .where('id', 'in', existingIds)
      .execute();
  }
  const types = await parameterTypes(tx, rawMaterialId);
  for (const [position, quality] of qualities.entries()) {
    const qualityId = await writeQuality(tx, rawMaterialId, position, quality, known);
    await writeValues(tx, qualityId, position, quality.parameterValues ?? [], types);
  }
  return changedFields<Listed>(
    { quality_options: stored },
    { quality_options: await readQualities(tx, rawMaterialId) },
  );
}

type ListedQuality = { id: number; title: string; values: { name: string; value: string }[] };
type Listed = { quality_options: readonly ListedQuality[] };

/** Reads the qualities with their values in the form of the audit log. */
async function readQualities(tx: Tx, rawMaterialId: number): Promise<ListedQuality[]> {
  const rows = await tx
    .selectFrom('material_quality as q')
    .leftJoin('quality_parameter_value as v', 'v.quality_id', 'q.id')
    .leftJoin('material_parameter as p', 'p.id', 'v.parameter_id')
    .where('q.raw_material_id', '=', rawMaterialId)
    .orderBy('q.position')
    .orderBy('q.id')
    .orderBy('p.id')
    .select(['q.id', 'q.title', 'p.name', 'v.value'])
    .execute();
  const qualities = new Map<number, ListedQuality>();
  for (const { id, title, name, value } of rows) {
    const quality = qualities.get(id) ?? { id, title, values: [] };
    if (name !== null && value !== null) quality.values.push({ name, value });
    qualities.set(id, quality);
  }
  return [...qualities.values()];
}

function assertUniqueTitle(qualities: readonly QualityForm[]): void {
  const again = duplicateIndexes(qualities.map(({ title }) => title));
  if (again.length === 0) return;
  const fields = again.map((index) => ({
    path: `qualityOptions.${index}.title`,
    code: 'NAME_IS_DUPLICATED' as const,
  }));
  throw new DomainError('NAME_IS_DUPLICATED', { fields });
}

/**
 * Deletes the qualities, or throws CONFLICT if a contract uses one of them. The foreign keys protect used
 * qualities too, but their error could not name the field. The query reads all contracts (17 ms for 40,000),
 * but runs too rarely for an index that every new contract would have to update.
 */
async function deleteUnused(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const used = await tx
    .selectFrom('material_quality as q')
    .where('q.id', 'in', ids)
    .where(
      sql<boolean>`(exists (select from contract c where c.quality_id = q.id)
        or exists (select from contract_option o where o.quality_id = q.id))`,
    )
    .select('q.id')
    .executeTakeFirst();
  if (used !== undefined) throw fieldError('qualityOptions', 'CONFLICT');
  await tx.deleteFrom('material_quality').where('id', 'in', ids).execute();
}

/** Locks the parameters, so that no type changes before the values are written. */
async function parameterTypes(tx: Tx, rawMaterialId: number): Promise<ReadonlyMap<number, ParameterType>> {
  const parameters = await tx
    .selectFrom('material_parameter')
    .where('raw_material_id', '=', rawMaterialId)
    .select(['id', 'type'])
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Map(parameters.map(({ id, type }) => [id, type]));
}

async function writeValues(
  tx: Tx,
  qualityId: number,
  position: number,
  values: NonNullable<QualityForm['parameterValues']>,
  types: ReadonlyMap<number, ParameterType>,
): Promise<void> {
  const deleted = await tx
    .deleteFrom('quality_parameter_value')
    .where('quality_id', '=', qualityId)
    .returning(['parameter_id', 'value'])
    .execute();
  const before = new Map(deleted.map(({ parameter_id, value }) => [parameter_id, value]));
  for (const [index, { parameterId, value }] of values.entries()) {
    const type = types.get(parameterId);
    const path = `qualityOptions.${position}.parameterValues.${index}.value`;
    // The schema limits JSON numbers only, because the type of a text depends on the parameter. An unchanged value
    // may be older than the limit of decimal places.
    const problem =
      type === undefined
        ? 'RAW_MATERIAL_WRONG_DATA_TYPE'
        : before.get(parameterId) === String(value)
          ? null
          : whyNotParameterValue(type, String(value));
    if (problem !== null) throw fieldError(path, problem);
    if (values.findIndex((other) => other.parameterId === parameterId) < index)
      throw fieldError(path, 'VALUE_IS_DUPLICATED');
    await tx
      .insertInto('quality_parameter_value')
      .values({ quality_id: qualityId, parameter_id: parameterId, value: String(value) })
      .execute();
  }
}

async function writeQuality(
  tx: Tx,
  rawMaterialId: number,
  position: number,
  quality: { id?: number | undefined; title: string },
  known: ReadonlySet<number>,
): Promise<number> {
  const columns = { title: quality.title, position };
  if (quality.id !== undefined && known.has(quality.id)) {
    await tx.updateTable('material_quality').set(columns).where('id', '=', quality.id).execute();
    return quality.id;
  }
  const { id } = await tx
    .insertInto('material_quality')
    .values({ raw_material_id: rawMaterialId, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
