import type { Side } from '@spichlerz/shared/domain/side';
import type { QueryClient } from '@tanstack/react-query';
import { contractListQuery, contractQuery } from '../../../api/contracts.ts';
import { listQueryOf } from '../../../api/list-request.ts';
import { qualityOptionsQuery } from '../../../api/materials.ts';
import { rawMaterialTabsQuery } from '../../../api/reference.ts';
import type { RawSearch } from '../../../ui/table/list-params.ts';
import { ALL_MATERIALS, wasDeletedHere } from '../contract-links.ts';
import { type ContractParams, contractListParams } from './contract-list-params.ts';

/** Converts the state of a contract list to the input of its query. */
export function contractListInput(params: ContractParams, rawMaterialId: number | null) {
  return { ...listQueryOf(params), ...(rawMaterialId !== null && { rawMaterialId: [rawMaterialId] }) };
}

/**
 * Prefetches a contract list while the code of the page loads, or while the pointer is on a link to the list.
 */
export function preloadContracts(
  client: QueryClient,
  side: Side,
  id: string,
  search: RawSearch,
): Promise<unknown> {
  const material = id === ALL_MATERIALS ? null : Number(id);
  const listInput = contractListInput(contractListParams.read(search), material);
  return Promise.all([
    client.prefetchQuery(contractListQuery(side, listInput)),
    client.prefetchQuery(rawMaterialTabsQuery),
    ...(material === null ? [] : [client.prefetchQuery(qualityOptionsQuery(material))]),
  ]);
}

export async function preloadContract(client: QueryClient, side: Side, id: string): Promise<void> {
  // the 404 reply for a deleted contract would open the 404 page
  if (!wasDeletedHere(Number(id))) await client.prefetchQuery(contractQuery(side, Number(id)));
}
