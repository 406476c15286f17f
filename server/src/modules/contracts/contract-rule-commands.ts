import type { Currency } from '@spichlerz/shared/domain/contract';
import { assertVersion, fieldError, notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractForm } from '@spichlerz/shared/wire/contract-form';
import type { changeContractRules as changeRulesCall } from '@spichlerz/shared/wire/discount-tables';
import type { BodyOf } from '@spichlerz/shared/wire/endpoint';
import { sql } from 'kysely';
import { type Changes, changedFields, publishChange, writeAuditEntry } from '../../audit/record-change.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/tx.ts';
import { copyRules, replaceRules } from '../materials/discount-rule-commands.ts';
import { describeRules, readRules } from '../materials/discount-rule-queries.ts';
import { lockContracts } from './contract-lock.ts';
import { areRulesEqual, isSettledByRules } from './contract-rule-queries.ts';

/*
 * Commands for the discount rules of a contract, which are a copy of a discount table, and for the frozen
 * quality values of its price options (customer quality.md).
 */

type TableScope = { readonly side: Side; readonly rawMaterialId: number; readonly currency: Currency };

/**
 * Copies the chosen discount table into a new contract. Without a choice, copies the active table that fits
 * the contract, if there is exactly one.
 */
export async function copyChosenTable(
  tx: Tx,
  contractId: number,
  scope: TableScope,
  form: Pick<ContractForm, 'discountTableId'>,
): Promise<void> {
  await copyTable(tx, contractId, await chooseTable(tx, scope, form.discountTableId));
}

/**
 * Replaces the copied rules when the form names another table, or when the raw material or currency changed.
 * Otherwise the copied rules stay.
 * @returns the change for the audit log
 * @throws DomainError VALUE_IS_WRONG on discountTableId, VALUE_IS_MISSING on reason
 */
export async function replaceContractRules(
  tx: Tx,
  contractId: number,
  scope: TableScope,
  form: Pick<ContractForm, 'discountTableId' | 'reason'>,
  before: {
    readonly tableId: number | null;
    readonly currency: Currency;
    readonly isScopeChanged: boolean;
  },
): Promise<Changes> {
  // naming the current table again copies nothing, because its rules may have been edited for this contract
  const isKept = form.discountTableId === undefined || form.discountTableId === before.tableId;
  if (isKept && !before.isScopeChanged) return {};
  const own = { contract_id: contractId };
  const rulesBefore = await readRules(tx, own);
  const table = await chooseTable(tx, scope, isKept ? undefined : form.discountTableId);
  if (table === null && before.tableId === null && rulesBefore.length === 0) return {};
  if (form.reason === undefined && (await isSettledByRules(tx, contractId)))
    throw fieldError('reason', 'VALUE_IS_MISSING');
  await tx.deleteFrom('discount_rule').where('contract_id', '=', contractId).execute();
  await copyTable(tx, contractId, table);
  return changedFields<object>(
    { discount_table_id: before.tableId, discount_rules: describeRules(rulesBefore, before.currency) },
    {
      discount_table_id: table?.id ?? null,
      discount_rules: describeRules(await readRules(tx, own), scope.currency),
    },
  );
}

async function copyTable(
  tx: Tx,
  contractId: number,
  table: { readonly id: number; readonly version: number } | null,
): Promise<void> {
  if (table !== null) await copyRules(tx, table.id, contractId);
  await tx
    .updateTable('contract')
    .set({
      discount_table_id: table?.id ?? null,
      discount_table_version: table?.version ?? null,
      rules_version: sql<number>`rules_version + 1`,
    })
    .where('id', '=', contractId)
    .execute();
}

/**
 * Returns the table to copy: for an id the table with this id, for 0 null. For undefined, returns the active
 * table that fits the contract, or null unless exactly one fits.
 * @throws DomainError VALUE_IS_WRONG if the table with this id does not fit
 */
async function chooseTable(
  tx: Tx,
  scope: TableScope,
  tableId: number | undefined,
  field: 'discountTableId' | 'sourceTableId' = 'discountTableId',
) {
  if (tableId === 0) return null;
  const fitting = tx
    .selectFrom('discount_table')
    .where('raw_material_id', '=', scope.rawMaterialId)
    .where('side', '=', scope.side)
    .where('currency', '=', scope.currency)
    .select(['id', 'version'])
    // Locks the discount table, because another transaction must not change its rules before they are copied.
    .forShare();
  if (tableId === undefined) {
    const [only, ...others] = await fitting.where('is_active', '=', true).execute();
    return only !== undefined && others.length === 0 ? only : null;
  }
  const table = await fitting.where('id', '=', tableId).executeTakeFirst();
  if (table === undefined) throw fieldError(field, 'VALUE_IS_WRONG');
  return table;
}

/**
 * Replaces the rules of a contract. A settled side does not change, because its snapshot contains its rules.
 * @throws DomainError CONTRACT_NOT_FOUND, CONFLICT, VALUE_IS_MISSING on reason, VALUE_IS_WRONG on
 * sourceTableId, and the errors of replaceRules
 */
export async function changeContractRules(
  tx: Tx,
  actor: Actor,
  contractId: number,
  form: BodyOf<typeof changeRulesCall>,
): Promise<true> {
  const contract = (await lockContracts(tx, [contractId])).get(contractId);
  if (contract === undefined) throw notFoundInPath('CONTRACT_NOT_FOUND');
  assertVersion(form.version, contract.version);
  if (form.reason === undefined && (await isSettledByRules(tx, contractId)))
    throw fieldError('reason', 'VALUE_IS_MISSING');
  const before = await tx
    .selectFrom('contract')
    .where('id', '=', contractId)
    .select(['weight_basis', 'reading_source', 'discount_table_id', 'discount_table_version'])
    .executeTakeFirstOrThrow();
  const table =
    form.sourceTableId === undefined
      ? null
      : await chooseTable(tx, contract, form.sourceTableId, 'sourceTableId');
  const tableRules = table === null ? [] : await readRules(tx, { discount_table_id: table.id });
  const own = { contract_id: contractId };
  const rulesBefore = await readRules(tx, own);
  await replaceRules(tx, own, contract.rawMaterialId, form.rules, tableRules);
  const rules = await readRules(tx, own);
  const isSameTable = table !== null && table.id === before.discount_table_id;
  const columns = {
    weight_basis: form.weightBasis,
    reading_source: form.readingSource,
    discount_table_id: table?.id ?? null,
    // Edited rules of the same table keep the table version from which they were copied. Rules of another
    // table, and rules equal to those of the table, get the current version of the table.
    discount_table_version:
      isSameTable && !areRulesEqual(rules, tableRules)
        ? before.discount_table_version
        : (table?.version ?? null),
  };
  await tx
    .updateTable('contract')
    .set({
      ...columns,
      rules_version: sql<number>`rules_version + 1`,
      version: contract.version + 1,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', contractId)
    .execute();
  await writeAuditEntry(tx, actor, {
    entity: 'contract',
    entityId: contractId,
    action: 'changed',
    reason: form.reason,
    changes: {
      ...changedFields<object>(before, columns),
      ...changedFields<object>(
        { discount_rules: describeRules(rulesBefore, contract.currency) },
        { discount_rules: describeRules(rules, contract.currency) },
      ),
    },
  });
  await publishChange(tx, { contract: [contractId] });
  return true;
}

/** The quality id of each price option, keyed by the id of the option; the main option has the key null. */
export type OptionQualities = ReadonlyMap<number | null, number | null>;

export async function readOptionQualities(tx: Tx, contractId: number): Promise<OptionQualities> {
  const main = await tx
    .selectFrom('contract')
    .where('id', '=', contractId)
    .select('quality_id')
    .executeTakeFirst();
  const options = await tx
    .selectFrom('contract_option')
    .where('contract_id', '=', contractId)
    .select(['id', 'quality_id'])
    .execute();
  return new Map<number | null, number | null>([
    [null, main?.quality_id ?? null],
    ...options.map(({ id, quality_id }) => [id, quality_id] as const),
  ]);
}

/**
 * Copies the quality values to each price option whose quality differs from `before`. All other options keep
 * their frozen values.
 */
export async function freezeNorms(tx: Tx, contractId: number, before: OptionQualities): Promise<void> {
  for (const [optionId, qualityId] of await readOptionQualities(tx, contractId)) {
    if (before.has(optionId) && before.get(optionId) === qualityId) continue;
    await tx
      .deleteFrom('contract_norm')
      .where('contract_id', '=', contractId)
      .where('contract_option_id', optionId === null ? 'is' : '=', optionId)
      .execute();
    if (qualityId === null) continue;
    await sql`insert into contract_norm (contract_id, contract_option_id, parameter_id, value)
      select ${contractId}, ${optionId}, v.parameter_id, v.value::numeric
      from quality_parameter_value v join material_parameter p on p.id = v.parameter_id
      where v.quality_id = ${qualityId} and p.type = 'NUMBER'`.execute(tx);
  }
}
