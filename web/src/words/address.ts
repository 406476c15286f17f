import type { ContractRow } from '@spichlerz/shared/wire/contracts';

export { formatAddress } from '@spichlerz/shared/words/address';

/** Delivery terms as the list shows them: `FCA, 90-001 Łódź`. */
export function formatFreight(contract: Pick<ContractRow, 'fcaCpt' | 'address'>): string {
  const terms = contract.fcaCpt ? 'FCA' : 'CPT';
  const place = [contract.address.postCode, contract.address.city].filter(Boolean).join(' ');
  return place === '' ? terms : `${terms}, ${place}`;
}
