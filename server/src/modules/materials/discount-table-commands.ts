import { assertVersion, notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { DiscountTableForm } from '@spichlerz/shared/wire/discount-tables';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { sql } from 'kysely';
import { changedFields, publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/tx.ts';
import { replaceRules } from './discount-rule-commands.ts';
import { describeRules, readRules } from './discount-rule-queries.ts';
import { assertRawMaterialExists } from './material-commands.ts';

/**
 * @throws DomainError RAW_MATERIAL_NOT_FOUND, the errors of replaceRules, and NAME_IS_DUPLICATED from the
 * unique index
 */
export async function createDiscountTable(
  tx: Tx,
  actor: Actor,
  form: DiscountTableForm,
): Promise<{ id: number }> {
  await assertRawMaterialExists(tx, form.rawMaterialId);
  const { id } = await tx
    .insertInto('discount_table')
    .values(tableColumns(form, true))
    .returning('id')
    .executeTakeFirstOrThrow();
  await replaceRules(tx, { discount_table_id: id }, form.rawMaterialId, form.rules);
  await writeAuditEntry(tx, actor, {
    entity: 'material',
    entityId: form.rawMaterialId,
    action: 'discountTableCreated',
    subject: auditSubject(form),
    changes: { name: [null, form.name] },
  });
  await publishChange(tx, { material: [form.rawMaterialId] });
  return { id };
}

/** Changes a table; contracts keep the rules that they copied from it. */
export async function changeDiscountTable(
  tx: Tx,
  actor: Actor,
  id: number,
  form: DiscountTableForm,
): Promise<true> {
  const before = await lockTable(tx, id);
  assertVersion(form.version, before.version);
  await assertRawMaterialExists(tx, form.rawMaterialId);
  const owner = { discount_table_id: id };
  const rulesBefore = describeRules(await readRules(tx, owner), before.currency);
  const columns = tableColumns(form, before.is_active);
  await tx
    .updateTable('discount_table')
    .set({ ...columns, version: before.version + 1, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  await replaceRules(tx, owner, form.rawMaterialId, form.rules);
  const rulesAfter = describeRules(await readRules(tx, owner), form.currency);
  await writeAuditEntry(tx, actor, {
    entity: 'material',
    entityId: form.rawMaterialId,
    action: 'discountTableChanged',
    subject: auditSubject(before),
    changes: {
      ...changedFields<object>(before, columns),
      ...changedFields<object>({ discount_rules: rulesBefore }, { discount_rules: rulesAfter }),
    },
  });
  await publishChange(tx, { material: [form.rawMaterialId] });
  return true;
}

export async function deleteDiscountTable(tx: Tx, actor: Actor, id: number): Promise<true> {
  const table = await lockTable(tx, id);
  await tx.deleteFrom('discount_table').where('id', '=', id).execute();
  await writeAuditEntry(tx, actor, {
    entity: 'material',
    entityId: table.raw_material_id,
    action: 'discountTableDeleted',
    subject: auditSubject(table),
    changes: { name: [table.name, null] },
  });
  await publishChange(tx, { material: [table.raw_material_id] });
  return true;
}

/** A raw material may have tables with equal names, so the subject also has the side and the currency. */
const auditSubject = ({ name, side, currency }: Pick<DiscountTableForm, 'name' | 'side' | 'currency'>) =>
  `${name} (${SIDE_LABELS[side].contracts.toLowerCase()}, ${currency})`;

const tableColumns = (form: DiscountTableForm, isActive: boolean) => ({
  name: form.name,
  raw_material_id: form.rawMaterialId,
  side: form.side,
  currency: form.currency,
  is_active: form.isActive ?? isActive,
});

async function lockTable(tx: Tx, id: number) {
  const table = await tx
    .selectFrom('discount_table')
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (table === undefined) throw notFoundInPath('NOT_FOUND');
  return table;
}
