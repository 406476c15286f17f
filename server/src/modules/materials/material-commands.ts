import { notFoundInPath, Refusal, refuseField } from '@spichlerz/shared/domain/refusal';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import type {
  createRawMaterial as createCall,
  upsertParameter as parameterCall,
} from '@spichlerz/shared/wire/materials';
import { sql } from 'kysely';
import { announceChange, recordHistory } from '../../db/record-change.ts';
import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../http/actor.ts';

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
  await writeQualities(tx, id, form);
  await record(tx, actor, id, 'created');
  return { id };
}

/** Qualities the form no longer shows go; one that a contract uses stays and answers CONFLICT. */
export async function changeRawMaterial(
  tx: Tx,
  actor: Actor,
  id: number,
  form: RawMaterialForm,
): Promise<true> {
  const before = await tx
    .selectFrom('raw_material')
    .where('id', '=', id)
    .select(['version', 'display_order'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before === undefined) throw notFoundInPath('RAW_MATERIAL_NOT_FOUND');
  if (form.version !== undefined && form.version !== before.version) throw new Refusal('CONFLICT');
  await tx
    .updateTable('raw_material')
    .set({
      name: form.name,
      display_order: form.displayOrder ?? before.display_order,
      version: before.version + 1,
    })
    .where('id', '=', id)
    .execute();
  await writeQualities(tx, id, form);
  await record(tx, actor, id, 'changed');
  return true;
}

export async function deleteRawMaterial(tx: Tx, actor: Actor, id: number): Promise<true> {
  const deleted = await tx.deleteFrom('raw_material').where('id', '=', id).returning('id').executeTakeFirst();
  if (deleted === undefined) throw notFoundInPath('RAW_MATERIAL_NOT_FOUND');
  await record(tx, actor, id, 'deleted');
  return true;
}

export async function createVariant(
  tx: Tx,
  actor: Actor,
  variant: { rawMaterialId: number; name: string },
): Promise<{ id: number }> {
  await requireRawMaterial(tx, variant.rawMaterialId);
  const { id } = await tx
    .insertInto('material_variant')
    .values({ raw_material_id: variant.rawMaterialId, name: variant.name })
    .returning('id')
    .executeTakeFirstOrThrow();
  await record(tx, actor, variant.rawMaterialId, 'variantCreated');
  return { id };
}

export async function changeVariant(tx: Tx, actor: Actor, id: number, name: string): Promise<true> {
  const changed = await tx
    .updateTable('material_variant')
    .set({ name })
    .where('id', '=', id)
    .returning('raw_material_id')
    .executeTakeFirst();
  if (changed === undefined) throw notFoundInPath('NOT_FOUND');
  await record(tx, actor, changed.raw_material_id, 'variantChanged');
  return true;
}

export async function deleteVariant(tx: Tx, actor: Actor, id: number): Promise<true> {
  const deleted = await tx
    .deleteFrom('material_variant')
    .where('id', '=', id)
    .returning('raw_material_id')
    .executeTakeFirst();
  if (deleted === undefined) throw notFoundInPath('NOT_FOUND');
  await record(tx, actor, deleted.raw_material_id, 'variantDeleted');
  return true;
}

export async function upsertParameter(tx: Tx, actor: Actor, form: ParameterForm): Promise<{ id: number }> {
  await requireRawMaterial(tx, form.rawMaterialId);
  const columns = { name: form.name, type: form.type, unit: form.unit ?? null };
  if (form.id === undefined) {
    const { id } = await tx
      .insertInto('material_parameter')
      .values({ raw_material_id: form.rawMaterialId, ...columns })
      .returning('id')
      .executeTakeFirstOrThrow();
    await record(tx, actor, form.rawMaterialId, 'parameterCreated');
    return { id };
  }
  const stored = await tx
    .selectFrom('material_parameter')
    .where('id', '=', form.id)
    .where('raw_material_id', '=', form.rawMaterialId)
    .select('type')
    .forUpdate()
    .executeTakeFirst();
  if (stored === undefined) throw refuseField('id', 'NOT_FOUND', 'VALUE_IS_WRONG');
  if (stored.type !== form.type) await refuseWrongValues(tx, form.id, form.type);
  await tx.updateTable('material_parameter').set(columns).where('id', '=', form.id).execute();
  await record(tx, actor, form.rawMaterialId, 'parameterChanged');
  return { id: form.id };
}

export async function deleteParameter(tx: Tx, actor: Actor, id: number): Promise<true> {
  const deleted = await tx
    .deleteFrom('material_parameter')
    .where('id', '=', id)
    .returning('raw_material_id')
    .executeTakeFirst();
  if (deleted === undefined) throw notFoundInPath('NOT_FOUND');
  await record(tx, actor, deleted.raw_material_id, 'parameterDeleted');
  return true;
}

/* ---- parts ---- */

async function requireRawMaterial(tx: Tx, id: number): Promise<void> {
  const found = await tx.selectFrom('raw_material').where('id', '=', id).select('id').executeTakeFirst();
  if (found === undefined) throw refuseField('rawMaterialId', 'RAW_MATERIAL_NOT_FOUND');
}

async function record(tx: Tx, actor: Actor, id: number, action: string): Promise<void> {
  await recordHistory(tx, actor, { entity: 'material', entityId: id, action });
  await announceChange(tx, { material: [id] });
}

type ParameterType = ParameterForm['type'];

/** Values are stored as text; a type accepts what reads as one of its own. */
const READS_AS: Readonly<Record<ParameterType, (value: string) => boolean>> = {
  BOOLEAN: (value) => value === 'true' || value === 'false',
  NUMBER: (value) => value.trim() !== '' && Number.isFinite(Number(value)),
  TEXT: () => true,
};

async function refuseWrongValues(tx: Tx, parameterId: number, type: ParameterType): Promise<void> {
  const values = await tx
    .selectFrom('quality_parameter_value')
    .where('parameter_id', '=', parameterId)
    .select('value')
    .execute();
  if (values.some(({ value }) => !READS_AS[type](value)))
    throw refuseField('type', 'RAW_MATERIAL_WRONG_DATA_TYPE');
}

async function writeQualities(tx: Tx, rawMaterialId: number, form: RawMaterialForm): Promise<void> {
  if (form.qualityOptions === undefined) return;
  const stored = await tx
    .selectFrom('material_quality')
    .where('raw_material_id', '=', rawMaterialId)
    .select('id')
    .execute();
  const known = new Set(stored.map(({ id }) => id));
  const kept = new Set(form.qualityOptions.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const gone = [...known].filter((id) => !kept.has(id));
  if (gone.length > 0) await tx.deleteFrom('material_quality').where('id', 'in', gone).execute();
  const types = new Map(
    (
      await tx
        .selectFrom('material_parameter')
        .where('raw_material_id', '=', rawMaterialId)
        .select(['id', 'type'])
        .execute()
    ).map((parameter) => [parameter.id, parameter.type]),
  );
  for (const [position, quality] of form.qualityOptions.entries()) {
    const qualityId = await writeQuality(tx, rawMaterialId, position, quality, known);
    await tx.deleteFrom('quality_parameter_value').where('quality_id', '=', qualityId).execute();
    for (const [index, { parameterId, value }] of (quality.parameterValues ?? []).entries()) {
      const type = types.get(parameterId);
      const path = `qualityOptions.${position}.parameterValues.${index}.value`;
      if (type === undefined || !READS_AS[type](String(value)))
        throw refuseField(path, 'RAW_MATERIAL_WRONG_DATA_TYPE');
      await tx
        .insertInto('quality_parameter_value')
        .values({ quality_id: qualityId, parameter_id: parameterId, value: String(value) })
        .execute();
    }
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
