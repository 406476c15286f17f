import { EMPTY } from './format.ts';

type Address = {
  readonly city?: string | null;
  readonly street?: string | null;
  readonly buildingNumber?: string | null;
  readonly postCode?: string | null;
  readonly countryCode?: string | null;
};

/** `Zbożowa 1, 90-001 Łódź`; a foreign country is told by its code. */
export function formatAddress(address: Address): string {
  const street = [address.street, address.buildingNumber].filter(Boolean).join(' ');
  const city = [address.postCode, address.city].filter(Boolean).join(' ');
  const country = address.countryCode && address.countryCode !== 'PL' ? address.countryCode : '';
  return [street, city, country].filter((part) => part !== '').join(', ') || EMPTY;
}

/** Freight terms as the list shows them: `FCA, 90-001 Łódź`. */
export function formatFreight(contract: { fcaCpt: boolean; address: Address }): string {
  const terms = contract.fcaCpt ? 'FCA' : 'CPT';
  const place = [contract.address.postCode, contract.address.city].filter(Boolean).join(' ');
  return place === '' ? terms : `${terms}, ${place}`;
}
