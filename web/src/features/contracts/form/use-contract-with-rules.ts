import type { Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import type { ContractRules } from '@spichlerz/shared/wire/discount-tables';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { contractQuery } from '../../../api/contracts.ts';
import { contractRulesQuery } from '../../../api/quality.ts';
import type { ContractWithRules } from './contract-form-rule-values.ts';

type Loaded = {
  readonly data: ContractRecord | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

/** Combines the query of a contract with the query of its rules. */
export function useContractWithRules(id: number, contract: Loaded) {
  const rules = useQuery(contractRulesQuery(id));
  const [record, terms] = [contract.data, rules.data];
  return {
    data: useMemo(
      () => (record === undefined || terms === undefined ? undefined : withRules(record, terms)),
      [record, terms],
    ),
    error: contract.error ?? rules.error,
    refetch: () => Promise.all([contract.refetch(), rules.refetch()]),
  };
}

export async function fetchContractWithRules(
  client: QueryClient,
  side: Side,
  id: number,
): Promise<ContractWithRules> {
  const [contract, rules] = await Promise.all([
    client.fetchQuery({ ...contractQuery(side, id), staleTime: 0 }),
    client.fetchQuery({ ...contractRulesQuery(id), staleTime: 0 }),
  ]);
  return withRules(contract, rules);
}

/**
 * For a moment, the contract and its rules may be replies with different versions. The lower version is used,
 * so that the server rejects a save with outdated data.
 */
function withRules(contract: ContractRecord, rules: ContractRules): ContractWithRules {
  return { ...contract, rules, version: Math.min(contract.version, rules.version) };
}
