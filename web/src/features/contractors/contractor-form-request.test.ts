import { expect, test } from 'vitest';
import { formPath, recipientRequest } from './contractor-form-request.ts';
import { contractorSchema, NEW_ADDRESS, NEW_CONTRACTOR } from './contractor-form-values.ts';

test('the path of a server error counts the blank first item that the form has and the request omits', () => {
  const typed = contractorSchema.sales.parse({
    ...NEW_CONTRACTOR,
    lastName: 'Młyn',
    nip: '5260001246',
    addressList: [NEW_ADDRESS, { ...NEW_ADDRESS, name: 'Brama' }],
    contactList: [],
  });
  expect(formPath(typed, 'addressList.0.countryCode')).toBe('addressList.1.countryCode');
  expect(formPath(typed, 'contactList.0.name')).toBe('contactList.0.name');
  expect(formPath(typed, 'nip')).toBe('nip');
  const named = { ...typed, addressList: typed.addressList.slice(1) };
  expect(formPath(named, 'addressList.0.name')).toBe('addressList.0.name');
});

test('a request keeps an address with only a foreign country and drops the proposed country of an empty one', () => {
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
