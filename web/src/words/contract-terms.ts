import type { ContractRow } from '@spichlerz/shared/wire/contracts';

/** Delivery terms as the list shows them: `FCA, 90-001 Łódź`. */
export function formatFreight(contract: {
  readonly fcaCpt: boolean;
  readonly address: Pick<ContractRow['address'], 'postCode' | 'city'>;
}): string {
  const terms = contract.fcaCpt ? 'FCA' : 'CPT';
  const place = [contract.address.postCode, contract.address.city].filter(Boolean).join(' ');
  return place === '' ? terms : `${terms}, ${place}`;
}

/** The certificates that a contract requires, such as `GMP, CERT`; empty without a required certificate. */
export function formatRequirements(contract: {
  readonly isGmp: boolean;
  readonly isCert: boolean;
  readonly isFor: boolean;
}): string {
  const names = [contract.isGmp ? 'GMP' : '', contract.isCert ? 'CERT' : '', contract.isFor ? 'FOR' : ''];
  return names.filter((name) => name !== '').join(', ');
}
