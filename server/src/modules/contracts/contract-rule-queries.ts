import type { DiscountRule } from '@spichlerz/shared/domain/discount-rule';
import { notFoundInPath } from '@spichlerz/shared/domain/domain-error';
import type { NamedRule } from '@spichlerz/shared/domain/quality-snapshot';
import type { ContractRules } from '@spichlerz/shared/wire/discount-tables';
import type { Db } from '../../db/tx.ts';
import { readRules, toRuleReply } from '../materials/discount-rule-queries.ts';

/** Returns the discount rules of a contract of either side, with their parameters and source table. */
export async function getContractRules(db: Db, contractId: number): Promise<ContractRules> {
  const contract = await db
    .selectFrom('contract as c')
    .leftJoin('discount_table as d', 'd.id', 'c.discount_table_id')
    .where('c.id', '=', contractId)
    .select([
      'c.weight_basis as weightBasis',
      'c.reading_source as readingSource',
      'c.version',
      'd.id as tableId',
      'd.name as tableName',
      'c.discount_table_version as tableVersion',
    ])
    .executeTakeFirst();
  if (contract === undefined) throw notFoundInPath('CONTRACT_NOT_FOUND');
  const { tableId, tableName, tableVersion, ...terms } = contract;
  const rules = await readRules(db, { contract_id: contractId });
  const table = tableId === null ? [] : await readRules(db, { discount_table_id: tableId });
  return {
    ...terms,
    sourceTable:
      tableId === null || tableName === null
        ? null
        : { id: tableId, name: tableName, version: tableVersion ?? 1 },
    differsFromTable: tableId !== null && !areRulesEqual(rules, table),
    rules: rules.map(toRuleReply),
    isSettledByRules: await isSettledByRules(db, contractId),
    parameters: parametersOf(rules),
  };
}

/** Whether a transport of this contract was settled by the discount rules on the side of this contract. */
export async function isSettledByRules(db: Db, contractId: number): Promise<boolean> {
  const row = await db
    .selectFrom('transport as t')
    .innerJoin('settlement as x', 'x.transport_id', 't.id')
    .innerJoin('settlement_side as side', 'side.settlement_id', 'x.id')
    .where((of) => of.or([of('t.purchase_id', '=', contractId), of('t.sales_id', '=', contractId)]))
    .where((of) =>
      of.or([
        of.and([of('side.side', '=', 'purchase'), of('t.purchase_id', '=', contractId)]),
        of.and([of('side.side', '=', 'sales'), of('t.sales_id', '=', contractId)]),
      ]),
    )
    .where('side.snapshot', 'is not', null)
    .select('t.id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const withoutIds = (rules: readonly DiscountRule[]) => rules.map((rule) => ({ ...toRuleReply(rule), id: 0 }));

function parametersOf(rules: readonly NamedRule[]): ContractRules['parameters'] {
  const parameters = rules.map(({ parameterId, name, unit, isBoolean }) => {
    const type = isBoolean ? ('BOOLEAN' as const) : ('NUMBER' as const);
    return [parameterId, { id: parameterId, name, unit, type }] as const;
  });
  return [...new Map(parameters).values()];
}

/** Whether two lists of rules are equal, ignoring their ids. */
export function areRulesEqual(a: readonly DiscountRule[], b: readonly DiscountRule[]): boolean {
  return JSON.stringify(withoutIds(a)) === JSON.stringify(withoutIds(b));
}
