import { expect, test } from 'vitest';
import { pathOnForm, recipientRequest } from './contractor-form-request.ts';
import { contractorSchema, NEW_ADDRESS, NEW_CONTRACTOR } from './contractor-form-values.ts';

test('a refused field is found on the form, also below an entry that was left blank and not sent', () => {
  const typed = contractorSchema.sales.parse({
    ...NEW_CONTRACTOR,
    lastName: 'Młyn',
    nip: '5260001246',
    addressList: [NEW_ADDRESS, { ...NEW_ADDRESS, name: 'Brama' }],
    contactList: [],
  });
  expect(pathOnForm(typed, 'addressList.0.countryCode')).toBe('addressList.1.countryCode');
  expect(pathOnForm(typed, 'contactList.0.name')).toBe('contactList.0.name');
  expect(pathOnForm(typed, 'nip')).toBe('nip');
  const named = { ...typed, addressList: typed.addressList.slice(1) };
  expect(pathOnForm(named, 'addressList.0.name')).toBe('addressList.0.name');
});

test('a request keeps a country abroad that is all there is of an address, and drops the proposed one', () => {
  const typed = contractorSchema.sales.parse({
    ...NEW_CONTRACTOR,
    lastName: 'Młyn',
    nip: '5260001246',
    addressList: [
      { ...NEW_ADDRESS, name: 'Praga', countryCode: 'CZ' },
      { ...NEW_ADDRESS, name: 'Brama' },
    ],
    contactList: [],
  });
  const request = recipientRequest(typed);
  expect(request.addressList).toEqual([
    expect.objectContaining({ name: 'Praga', countryCode: 'CZ' }),
    { name: 'Brama' },
  ]);
  expect(request.countryCode).toBeUndefined();
});
