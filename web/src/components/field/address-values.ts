import { z } from 'zod';
import { optionalChoice, optionalText } from '../../ui/form/rules.ts';

/** An address as a form shows it. */
export type AddressValues = {
  street: string;
  buildingNumber: string;
  postCode: string;
  city: string;
  countryCode: string | null;
};

export const HOME_COUNTRY = 'PL';

export const EMPTY_ADDRESS: AddressValues = {
  street: '',
  buildingNumber: '',
  postCode: '',
  city: '',
  countryCode: HOME_COUNTRY,
};

export const addressFields = {
  street: optionalText(),
  buildingNumber: optionalText(),
  postCode: optionalText(),
  city: optionalText(),
  countryCode: optionalChoice<string>(),
};

/** What is wrong with a post code, null when nothing is; only Polish ones have a known shape. */
export function postCodeProblem(address: { postCode?: unknown; countryCode?: unknown }): string | null {
  const { postCode, countryCode } = address;
  if (countryCode !== HOME_COUNTRY || typeof postCode !== 'string' || postCode === '') return null;
  return /^\d{2}-\d{3}$/.test(postCode) ? null : 'Wpisz kod pocztowy w postaci 00-000.';
}

export const addressSchema = z.object(addressFields).superRefine((address, context) => {
  const problem = postCodeProblem(address);
  if (problem !== null) context.addIssue({ code: 'custom', path: ['postCode'], message: problem });
});
export type AddressOutput = z.output<typeof addressSchema>;

type Stored = { readonly [Name in keyof AddressValues]: string | null };

export function addressValuesOf(address: Stored): AddressValues {
  return {
    street: address.street ?? '',
    buildingNumber: address.buildingNumber ?? '',
    postCode: address.postCode ?? '',
    city: address.city ?? '',
    // a country alone is no address: what stays to be filled in starts at home
    countryCode: address.countryCode ?? HOME_COUNTRY,
  };
}

/** The country is chosen beforehand, so it alone says nothing. */
export function isBlankAddress(address: Partial<AddressOutput>): boolean {
  return [address.street, address.buildingNumber, address.postCode, address.city].every((part) => !part);
}

/** Drops the country that the form proposes for an empty address; another one was chosen or stored, and stays. */
export function addressRequest(address: AddressOutput): Partial<AddressOutput> {
  const isProposed = address.countryCode === HOME_COUNTRY || address.countryCode === undefined;
  return isBlankAddress(address) && isProposed ? {} : address;
}

export function isSameAddress(one: AddressValues, other: AddressValues): boolean {
  return (Object.keys(EMPTY_ADDRESS) as (keyof AddressValues)[]).every((part) => one[part] === other[part]);
}

/** Digits typed one after another as `00-000`. */
export function maskPostCode(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 5);
  return digits.length > 2 ? `${digits.slice(0, 2)}-${digits.slice(2)}` : digits;
}
