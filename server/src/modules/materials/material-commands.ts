import {
  assertVersion,
  DomainError,
  fieldError,
  notFoundInPath,
} from '@spichlerz/shared/domain/domain-error';
import { SIDES } from '@spichlerz/shared/domain/side';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type {
  createRawMaterial as createCall,
  upsertParameter as parameterCall,
} from '@spichlerz/shared/wire/materials';
import { sql } from 'kysely';
import { type Changes, changedFields, publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/tx.ts';
import { type ParameterType, whyNotParameterValue, writeQualities } from './material-qualities.ts';

type RawMaterialForm = BodyOf<typeof createCall>;
type ParameterForm = BodyOf<typeof parameterCall>;

export async function createRawMaterial(
  tx: Tx,
  actor: Actor,
  form: RawMaterialForm,
): Promise<{ id: number }> {
  const { id } = await tx
    .insertInto('raw_material')
    .values({
      name: form.name,
      display_order:
        form.displayOrder ?? sql<number>`(select coalesce(max(display_order), 0) + 1 from raw_material)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeQualities(tx, id, form.qualityOptions);
  await writeMaterialEntry(tx, actor, id, 'created');
  return { id };
}

/**
 * Deletes the qualities that the list of the form omits. A form without a list keeps them all.
 * @throws DomainError NOT_FOUND, CONFLICT, and the errors of writeQualities
 */
export async function changeRawMaterial(
  tx: Tx,
  actor: Actor,
  id: number,
  form: RawMaterialForm,
): Promise<true> {
  const before = await tx
    .selectFrom('raw_material')
    .where('id', '=', id)
    .select(['version', 'name', 'display_order'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before === undefined) throw notFoundInPath('NOT_FOUND');
  assertVersion(form.version, before.version);
  const columns = { name: form.name, display_order: form.displayOrder ?? before.display_order };
  await tx
    .updateTable('raw_material')
    .set({ ...columns, version: before.version + 1 })
    .where('id', '=', id)
    .execute();
  const qualityChanges = await writeQualities(tx, id, form.qualityOptions);
  await writeMaterialEntry(tx, actor, id, 'changed', {
    ...changedFields<object>(before, columns),
    ...qualityChanges,
  });
  return true;
}

export async function deleteRawMaterial(tx: Tx, actor: Actor, id: number): Promise<true> {
  const deleted = await tx.deleteFrom('raw_material').where('id', '=', id).returning('id').executeTakeFirst();
  if (deleted === undefined) throw notFoundInPath('NOT_FOUND');
  await writeMaterialEntry(tx, actor, id, 'deleted');
  return true;
}

export async function createVariant(
  tx: Tx,
  actor: Actor,
  variant: { rawMaterialId: number; name: string },
): Promise<{ id: number }> {
  await assertRawMaterialExists(tx, variant.rawMaterialId);
  const { id } = await tx
    .insertInto('material_variant')
    .values({ raw_material_id: variant.rawMaterialId, name: variant.name })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeMaterialEntry(tx, actor, variant.rawMaterialId, 'variantCreated', {
    name: [null, variant.name],
  });
  return { id };
}

export async function changeVariant(tx: Tx, actor: Actor, id: number, name: string): Promise<true> {
  const before = await tx
    .selectFrom('material_variant')
    .where('id', '=', id)
    .select(['raw_material_id', 'name'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before === undefined) throw notFoundInPath('NOT_FOUND');
  await tx.updateTable('material_variant').set({ name }).where('id', '=', id).execute();
  const changes = changedFields<object>({ name: before.name }, { name });
  await writeMaterialEntry(tx, actor, before.raw_material_id, 'variantChanged', changes);
  return true;
}

/**
 * Deletes a variant that no contract uses. The variant is locked first, so that no contract can start to use
 * it. The query compares `side`, so that PostgreSQL uses the index of contracts by side and raw material.
 * @throws DomainError NOT_FOUND, CONFLICT
 */
export async function deleteVariant(tx: Tx, actor: Actor, id: number): Promise<true> {
  const variant = await tx
    .selectFrom('material_variant')
    .where('id', '=', id)
    .select(['raw_material_id', 'name'])
    .forUpdate()
    .executeTakeFirst();
  if (variant === undefined) throw notFoundInPath('NOT_FOUND');
  const used = await tx
    .selectFrom('contract')
    .where('side', 'in', SIDES)
    .where('raw_material_id', '=', variant.raw_material_id)
    .where('raw_material_variant_id', '=', id)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (used !== undefined) throw new DomainError('CONFLICT');
  await tx.deleteFrom('material_variant').where('id', '=', id).execute();
  await writeMaterialEntry(tx, actor, variant.raw_material_id, 'variantDeleted', {
    name: [variant.name, null],
  });
  return true;
}

export async function upsertParameter(tx: Tx, actor: Actor, form: ParameterForm): Promise<{ id: number }> {
  await assertRawMaterialExists(tx, form.rawMaterialId);
  const columns = { name: form.name, type: form.type, unit: form.unit ?? null };
  if (form.id === undefined) {
    const { id } = await tx
      .insertInto('material_parameter')
      .values({ raw_material_id: form.rawMaterialId, ...columns })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeMaterialEntry(tx, actor, form.rawMaterialId, 'parameterCreated', { name: [null, form.name] });
    return { id };
  }
  const stored = await tx
    .selectFrom('material_parameter')
    .where('id', '=', form.id)
    .where('raw_material_id', '=', form.rawMaterialId)
    .select(['name', 'type', 'unit'])
    .forUpdate()
    .executeTakeFirst();
  if (stored === undefined) throw fieldError('id', 'NOT_FOUND', 'VALUE_IS_WRONG');
  if (stored.type !== form.type) {
    await assertUnused(tx, form.id);
    await assertParameterValues(tx, form.id, form.type);
  }
  await tx.updateTable('material_parameter').set(columns).where('id', '=', form.id).execute();
  await writeMaterialEntry(
    tx,
    actor,
    form.rawMaterialId,
    'parameterChanged',
    changedFields<object>(stored, columns),
    stored.name,
  );
  return { id: form.id };
}

export async function deleteParameter(tx: Tx, actor: Actor, id: number): Promise<true> {
  const deleted = await tx
    .deleteFrom('material_parameter')
    .where('id', '=', id)
    .returning(['raw_material_id', 'name'])
    .executeTakeFirst();
  if (deleted === undefined) throw notFoundInPath('NOT_FOUND');
  await writeMaterialEntry(tx, actor, deleted.raw_material_id, 'parameterDeleted', {
    name: [deleted.name, null],
  });
  return true;
}

/** @throws DomainError RAW_MATERIAL_NOT_FOUND on rawMaterialId */
export async function assertRawMaterialExists(tx: Tx, id: number): Promise<void> {
  const found = await tx.selectFrom('raw_material').where('id', '=', id).select('id').executeTakeFirst();
  if (found === undefined) throw fieldError('rawMaterialId', 'RAW_MATERIAL_NOT_FOUND');
}

async function writeMaterialEntry(
  tx: Tx,
  actor: Actor,
  id: number,
  action: string,
  changes: Changes = {},
  subject?: string,
): Promise<void> {
  await writeAuditEntry(tx, actor, { entity: 'material', entityId: id, action, changes, subject });
  await publishChange(tx, { material: [id] });
}

/** Throws CONFLICT if a rule or reading uses the parameter, because its values have the parameter's type. */
async function assertUnused(tx: Tx, parameterId: number): Promise<void> {
  const { isUsed } = await tx
    .selectNoFrom(
      sql<boolean>`exists (select from discount_rule where parameter_id = ${parameterId})
        or exists (select from quality_reading where parameter_id = ${parameterId})`.as('isUsed'),
    )
    .executeTakeFirstOrThrow();
  if (isUsed) throw fieldError('type', 'CONFLICT');
}

async function assertParameterValues(tx: Tx, parameterId: number, type: ParameterType): Promise<void> {
  const values = await tx
    .selectFrom('quality_parameter_value')
    .where('parameter_id', '=', parameterId)
    .select('value')
    .execute();
  if (values.some(({ value }) => whyNotParameterValue(type, value) !== null))
    throw fieldError('type', 'RAW_MATERIAL_WRONG_DATA_TYPE');
}
