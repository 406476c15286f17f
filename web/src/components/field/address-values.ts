import { orEmpty } from '@spichlerz/shared/words/figures';
import { z } from 'zod';
import { optionalChoice, optionalText } from '../../ui/form/rules.ts';
import type { FieldDescriptions } from '../save/record-changes.ts';
import type { CountryName } from './use-country-name.ts';

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

/** The error of a post code, or null; only Polish post codes are checked. */
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

type StoredAddress = { readonly [Name in keyof AddressValues]: string | null };

export function addressValuesOf(address: StoredAddress): AddressValues {
  return {
    street: address.street ?? '',
    buildingNumber: address.buildingNumber ?? '',
    postCode: address.postCode ?? '',
    city: address.city ?? '',
    // an address without a country gets the home country, which most addresses have
    countryCode: address.countryCode ?? HOME_COUNTRY,
  };
}

/** Whether the user has filled in no part of the address. The country is ignored, because it is preselected. */
export function isBlankAddress(address: Partial<AddressOutput>): boolean {
  return [address.street, address.buildingNumber, address.postCode, address.city].every((part) => !part);
}

/**
 * Omits the preselected home country of an otherwise empty address. Any other country was selected by the user,
 * so it is sent.
 */
export function addressRequest(address: AddressOutput): Partial<AddressOutput> {
  const isProposed = address.countryCode === HOME_COUNTRY || address.countryCode === undefined;
  return isBlankAddress(address) && isProposed ? {} : address;
}

export function isSameAddress(one: AddressValues, other: AddressValues): boolean {
  return (Object.keys(EMPTY_ADDRESS) as (keyof AddressValues)[]).every((part) => one[part] === other[part]);
}

/** The label and format of each field, for lists of changes. */
export const addressDescriptions = (countryName: CountryName): FieldDescriptions<AddressValues> => ({
  street: { label: 'Ulica', show: orEmpty },
  buildingNumber: { label: 'Nr budynku', show: orEmpty },
  postCode: { label: 'Kod pocztowy', show: orEmpty },
  city: { label: 'Miejscowość', show: orEmpty },
  countryCode: { label: 'Kraj', show: (code) => orEmpty(countryName(code)) },
});

/** Formats digits as `00-000` while they are typed. */
export function maskPostCode(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 5);
  return digits.length > 2 ? `${digits.slice(0, 2)}-${digits.slice(2)}` : digits;
}
