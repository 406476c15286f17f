import type { MarginGroup } from '@spichlerz/shared/domain/margin';
import { realizedIn, realizedInMonth, type TransportSearch } from '../../components/realized-search.ts';
import type { MarginSearch } from './use-margin-search.ts';

const FILTER_OF: Readonly<Record<Exclude<MarginGroup, 'MONTH'>, string>> = {
  MATERIAL: 'rawMaterialId',
  RECIPIENT: 'recipientId',
  SUPPLIER: 'supplierId',
  OWNER: 'salesOwnerId',
};

const ofMaterial = ({ rawMaterialId }: MarginSearch): TransportSearch =>
  rawMaterialId === null ? {} : { rawMaterialId: String(rawMaterialId) };

/** The filters of the transport list that the links of all rows share. */
export const transportsOf = (search: MarginSearch): TransportSearch => ({
  ...ofMaterial(search),
  ...realizedIn(search),
});

/** The filters that list the transports of a row. */
export function transportsOfRow(search: MarginSearch, key: string): TransportSearch {
  const { groupBy } = search;
  return groupBy === 'MONTH'
    ? { ...ofMaterial(search), ...realizedInMonth(key, search) }
    : { ...transportsOf(search), [FILTER_OF[groupBy]]: key };
}
