import { expect, test } from 'vitest';
import { pathOnForm } from './contractor-form-request.ts';
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
