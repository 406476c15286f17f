import { type ContractUsage, USAGE_SHOWN } from '@spichlerz/shared/wire/usage';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * A column with the number of contracts (alias c) that meet the condition, and the newest of these contracts.
 */
export function selectContractUsage(condition: RawBuilder<SqlBool>): RawBuilder<ContractUsage> {
  return sql<ContractUsage>`(select json_build_object('count', count(*), 'first', coalesce((
    select json_agg(json_build_object('side', f.side, 'contractId', f.id, 'documentNumber', f.document_number)
      order by f.id desc)
    from (select c.side, c.id, c.document_number from contract c where ${condition}
      order by c.id desc limit ${sql.lit(USAGE_SHOWN)}) f), '[]'))
    from contract c where ${condition})`;
}
