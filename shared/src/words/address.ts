import { EMPTY } from './figures.ts';

type Address = {
  readonly city?: string | null;
  readonly street?: string | null;
  readonly buildingNumber?: string | null;
  readonly postCode?: string | null;
  readonly countryCode?: string | null;
};

/** Formats an address as `Zbożowa 1, 90-001 Łódź`. The code of a foreign country is appended. */
export function formatAddress(address: Address): string {
  const street = [address.street, address.buildingNumber].filter(Boolean).join(' ');
  const city = [address.postCode, address.city].filter(Boolean).join(' ');
  const country = address.countryCode && address.countryCode !== 'PL' ? address.countryCode : '';
  return [street, city, country].filter((part) => part !== '').join(', ') || EMPTY;
}
