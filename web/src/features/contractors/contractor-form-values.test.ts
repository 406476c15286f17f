import type { ContractorRecord } from '@spichlerz/shared/wire/contractors';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { describe, expect, it } from 'vitest';
import { recipientRequest, supplierRequest } from './contractor-form-request.ts';
import {
  type ContractorValues,
  contractorName,
  contractorSchema,
  contractorValuesOf,
  NEW_ADDRESS,
  NEW_CONTACT,
  NEW_CONTRACTOR,
} from './contractor-form-values.ts';

const farmer: ContractorValues = {
  ...NEW_CONTRACTOR,
  lastName: 'Kowalski',
  companyName: 'KOWAL',
  pesel: '85010112345',
  label: 'GR',
};

function problemsOf(side: 'purchase' | 'sales', values: ContractorValues): Record<string, string> {
  const issues = contractorSchema[side].safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

const supplier = (values: ContractorValues) => supplierRequest(contractorSchema.purchase.parse(values));

describe('names and numbers', () => {
  it('a new contractor has errors at the name, the contractor code, the NIP and the PESEL', () => {
    const problems = problemsOf('sales', NEW_CONTRACTOR);
    expect(problems).toEqual({
      lastName: 'Podaj nazwę albo kod kontrahenta.',
      companyName: 'Podaj nazwę albo kod kontrahenta.',
      nip: 'Podaj NIP albo PESEL.',
      pesel: 'Podaj NIP albo PESEL.',
    });
    expect(problemsOf('purchase', NEW_CONTRACTOR)).toEqual(problems);
  });

  it('a supplier needs a name and a contractor code; a recipient needs a name or a contractor code', () => {
    const nameless = { ...farmer, lastName: ' ' };
    expect(problemsOf('purchase', nameless)).toEqual({ lastName: 'Pole nie może być puste.' });
    expect(problemsOf('sales', nameless)).toEqual({});
  });

  it('a NIP may be typed with spaces, dashes and the country prefix', () => {
    expect(supplier({ ...farmer, nip: 'PL 526-000-12-46' }).nip).toBe('5260001246');
  });

  it('a PESEL with too few digits has an error, and the empty NIP field has none', () => {
    expect(problemsOf('purchase', { ...farmer, pesel: '123', nip: '' })).toEqual({
      pesel: 'Wpisz dokładnie 11 cyfr.',
    });
  });

  it('a NIP with a wrong checksum is accepted', () => {
    expect(problemsOf('purchase', { ...farmer, nip: '1234567890' })).toEqual({});
  });
});

describe('addresses and contacts', () => {
  it('the second of two equal address names has an error', () => {
    const twice = [
      { ...NEW_ADDRESS, name: 'Magazyn' },
      { ...NEW_ADDRESS, name: ' magazyn ' },
    ];
    expect(problemsOf('purchase', { ...farmer, addressList: twice })).toEqual({
      'addressList.1.name': 'Ta nazwa jest już na liście. Wpisz inną.',
    });
  });

  it('a name is required in an address or contact with any data, and in every item after the first item', () => {
    expect(
      Object.keys(
        problemsOf('purchase', {
          ...farmer,
          addressList: [{ ...NEW_ADDRESS, city: 'Łódź' }],
          contactList: [NEW_CONTACT, NEW_CONTACT],
        }),
      ),
    ).toEqual(['addressList.0.name', 'contactList.1.name']);
  });

  it('post codes of Polish addresses are checked; foreign post codes are not', () => {
    const address = { ...NEW_ADDRESS, name: 'Młyn', postCode: '1234' };
    const wrong = { ...farmer, postCode: '9', addressList: [address] };
    expect(Object.keys(problemsOf('purchase', wrong))).toEqual(['postCode', 'addressList.0.postCode']);
    expect(problemsOf('purchase', { ...farmer, addressList: [{ ...address, countryCode: 'DE' }] })).toEqual(
      {},
    );
  });
});

describe('the request', () => {
  it('the request omits the first address and the first contact if they are blank', () => {
    expect(supplier(farmer)).toMatchObject({ addressList: [], contactList: [], pesel: '85010112345' });
    expect(supplier(farmer)).not.toHaveProperty('version');
  });

  it('the requests of a supplier and a recipient match the schemas of their endpoints', () => {
    const values = { ...farmer, addressList: [{ ...NEW_ADDRESS, name: 'Młyn', city: 'Łódź' }] };
    expect(contractors.purchase.create.body?.safeParse(supplier(values)).success).toBe(true);
    const recipient = recipientRequest(contractorSchema.sales.parse(values));
    expect(contractors.sales.create.body?.safeParse(recipient).success).toBe(true);
  });
});

describe('editing a contractor', () => {
  const nowhere = { street: null, buildingNumber: null, postCode: null, city: null, countryCode: null };
  const person = { firstName: null, lastName: null, email: null, phoneNumber: null };
  const record: ContractorRecord = {
    id: 5,
    version: 2,
    accountingMethod: 'RR',
    label: 'GR',
    companyName: 'KOWAL',
    firstName: 'Jan',
    middleName: null,
    lastName: 'Kowalski',
    fullName: 'Jan Kowalski',
    email: null,
    phoneNumber: null,
    nip: null,
    pesel: '85010112345',
    ...nowhere,
    city: 'Łęczyca',
    addressList: [
      { ...nowhere, id: 1, name: 'Magazyn' },
      { ...nowhere, id: 2, name: 'Silos' },
    ],
    contactList: [
      { ...person, id: 8, name: 'Biuro' },
      { ...person, id: 9, name: 'Waga' },
    ],
  };

  it('an edit without changes sends the stored record', () => {
    const request = supplierRequest(contractorSchema.purchase.parse(contractorValuesOf(record)), record);
    expect(request).toMatchObject({
      version: 2,
      city: 'Łęczyca',
      addressList: [
        { id: 1, name: 'Magazyn' },
        { id: 2, name: 'Silos' },
      ],
      supplierAddressDelete: [],
      supplierContactDelete: [],
    });
  });

  it('the request of a recipient lists a removed address in recipientAddressDelete', () => {
    const values = contractorValuesOf(record);
    const fewer = { ...values, addressList: values.addressList.slice(0, 1) };
    const request = recipientRequest(contractorSchema.sales.parse(fewer), record);
    expect(request).toMatchObject({ recipientAddressDelete: [2], recipientContactDelete: [] });
  });

  it('the form of a contractor without addresses and contacts has one blank address and one blank contact', () => {
    const bare = contractorValuesOf({ ...record, addressList: [], contactList: [] });
    expect([bare.addressList, bare.contactList]).toEqual([[NEW_ADDRESS], [NEW_CONTACT]]);
  });

  it('the title of the form is the full name of the contractor', () => {
    expect(contractorName(contractorValuesOf(record))).toBe('Jan Kowalski');
  });
});
