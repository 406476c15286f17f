import type { Side } from '@spichlerz/shared/domain/side';
import type { QueryClient } from '@tanstack/react-query';
import { contractListQuery, contractQuery } from '../../api/contracts.ts';
import { listQueryOf } from '../../api/list-request.ts';
import { qualityOptionsQuery } from '../../api/materials.ts';
import { rawMaterialTabsQuery } from '../../api/reference.ts';
import { ALL_MATERIALS } from '../../components/contract/contract-links.ts';
import {
  type ContractParams,
  contractListParams,
} from '../../components/contract-list/contract-list-params.ts';
import type { RawSearch } from '../../ui/list/list-params.ts';
import { wasDeletedHere } from './deleted-here.ts';

/** What a list of contracts asks the server. */
export function contractQuestion(params: ContractParams, rawMaterialId: number | null) {
  return { ...listQueryOf(params), ...(rawMaterialId !== null && { rawMaterialId: [rawMaterialId] }) };
}

/** Asks before the page is there: while its code loads, or somebody points at a link to it. */
export function preloadContracts(
  client: QueryClient,
  side: Side,
  id: string,
  search: RawSearch,
): Promise<unknown> {
  const material = id === ALL_MATERIALS ? null : Number(id);
  const question = contractQuestion(contractListParams.read(search), material);
  return Promise.all([
    client.prefetchQuery(contractListQuery(side, question)),
    client.prefetchQuery(rawMaterialTabsQuery),
    ...(material === null ? [] : [client.prefetchQuery(qualityOptionsQuery(material))]),
  ]);
}

/** The same for one contract. */
export async function preloadContract(client: QueryClient, side: Side, id: string): Promise<void> {
  // what is missing would lead away at once
  if (!wasDeletedHere(Number(id))) await client.prefetchQuery(contractQuery(side, Number(id)));
}
