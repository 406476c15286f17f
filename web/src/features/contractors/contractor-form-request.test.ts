import { afterEach, expect, test, vi } from 'vitest';
import { explainError } from '../../components/explain-error.ts';
import { stubApi } from '../../testing/api-stub.ts';
import { formPath, recipientRequest, saveNewContractor } from './contractor-form-request.ts';
import { contractorSchema, NEW_ADDRESS, NEW_CONTRACTOR } from './contractor-form-values.ts';

afterEach(() => vi.unstubAllGlobals());

test('if the request omits the blank first item, a server error at item 0 belongs to item 1 of the form', () => {
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

test('the request of an address with only a name includes a country that the user selected, but not the proposed country', () => {
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

test('each duplicated value has an error at its field; the message for companyName contains "kod kontrahenta"', async () => {
  const fields = [
    { path: 'company_name', code: 'NAME_IS_DUPLICATED' },
    { path: 'nip', code: 'NIP_IS_DUPLICATED' },
  ];
  const result = { message_code: 'NAME_IS_DUPLICATED', fields, request_id: 'r-1' };
  stubApi(() => Response.json({ success: false, result }, { status: 409 }));
  const typed = contractorSchema.sales.parse({
    ...NEW_CONTRACTOR,
    companyName: 'MŁYN',
    nip: '5260001246',
    addressList: [],
    contactList: [],
  });
  const error: unknown = await saveNewContractor.sales(typed).catch((reason: unknown) => reason);
  const code = 'Ten kod kontrahenta jest już zajęty. Wpisz inny.';
  expect(explainError(error)).toEqual({
    message: code,
    fields: [
      { path: 'companyName', message: code },
      { path: 'nip', message: 'Kontrahent z tym numerem NIP już istnieje.' },
    ],
  });
});
