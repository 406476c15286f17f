import { contracts } from '@spichlerz/shared/wire/contracts';
import { describe, expect, it } from 'vitest';
import { EMPTY_ADDRESS } from '../../../components/field/address-values.ts';
import { copiedContract } from './contract-form-copy.ts';
import { purchaseRequest, salesRequest } from './contract-form-request.ts';
import type { ContractWithRules } from './contract-form-rule-values.ts';
import {
  type ContractValues,
  contractSchema,
  contractValuesOf,
  NEW_OPTION,
  newContract,
  readTolerance,
} from './contract-form-values.ts';
import { savedContractSchema } from './saved-contract-schema.ts';

const proposed = { documentNumber: 'Z/2026/0001', userId: 3, emails: ['ola@firma.pl'], rawMaterialId: 2 };

const filled: ContractValues = {
  ...newContract('purchase', proposed),
  contractorId: 7,
  quantityKg: 250_000,
  mainCargoOption: {
    price: 81_250,
    rawMaterialQualityId: 5,
    isContractualQuality: false,
    contractualQuality: '',
  },
  dateOfReceiptFrom: '2026-09-01',
  dateOfReceiptTo: '2026-09-30',
  address: { ...EMPTY_ADDRESS, postCode: '90-001', city: 'Łódź' },
};

function problemsOf(values: ContractValues): Record<string, string> {
  const issues = contractSchema.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

/** Returns the error of the reason when a stored contract is changed. */
const reasonProblem = (contract: ContractWithRules, typed: Partial<ContractValues>) =>
  savedContractSchema('purchase', contract)
    .safeParse({ ...contractValuesOf(contract), ...typed })
    .error?.issues.find(({ path }) => path[0] === 'reason')?.message;

const purchase = (values: ContractValues) => purchaseRequest(contractSchema.parse(values));
const sale = (values: ContractValues) => salesRequest(contractSchema.parse(values));

describe('a new contract', () => {
  it('a new purchase contract is FCA, and a new sales contract is CPT', () => {
    expect(newContract('purchase', proposed).fcaCpt).toBe(true);
    expect(newContract('sales', proposed).fcaCpt).toBe(false);
  });

  it('an empty new contract has an error at every required field', () => {
    expect(problemsOf(newContract('purchase', { ...proposed, rawMaterialId: null }))).toEqual({
      contractorId: 'Wybierz pozycję z listy.',
      rawMaterialId: 'Wybierz pozycję z listy.',
      quantityKg: 'Pole nie może być puste.',
      'mainCargoOption.price': 'Pole nie może być puste.',
      'mainCargoOption.rawMaterialQualityId': 'Wybierz pozycję z listy.',
      dateOfReceiptFrom: 'Pole nie może być puste.',
      dateOfReceiptTo: 'Pole nie może być puste.',
      'address.postCode': 'Przy warunkach FCA podaj kod pocztowy.',
      'address.city': 'Przy warunkach FCA podaj miejscowość.',
    });
  });

  it('a contract with all required values has no error', () => {
    expect(problemsOf(filled)).toEqual({});
  });
});

describe('rules between fields', () => {
  it.each<[string, Partial<ContractValues>, string]>([
    ['an end date before the start date', { dateOfReceiptTo: '2026-08-31' }, 'dateOfReceiptTo'],
    [
      'an empty tolerance',
      { tolerance: { isOn: true, type: 'BUYER', unit: 'T', quantity: '' } },
      'tolerance.quantity',
    ],
    [
      'a tolerance above 100 percent',
      { tolerance: { isOn: true, type: 'BUYER', unit: 'PERCENT', quantity: '101' } },
      'tolerance.quantity',
    ],
    [
      'a tolerance in tonnes above the quantity',
      { tolerance: { isOn: true, type: 'BUYER', unit: 'T', quantity: '250.001' } },
      'tolerance.quantity',
    ],
    [
      'a contractual quality without text',
      { mainCargoOption: { ...filled.mainCargoOption, isContractualQuality: true } },
      'mainCargoOption.contractualQuality',
    ],
    [
      'a price option without a quality',
      { additionalCargoOption: [{ ...NEW_OPTION, price: 100 }] },
      'additionalCargoOption.0.rawMaterialQualityId',
    ],
    ['an empty contact', { contactList: [{ id: null, contactField: ' ' }] }, 'contactList.0.contactField'],
    ['an invalid e-mail address', { emailNotificationList: ['ola'] }, 'emailNotificationList'],
    ['an invalid post code', { address: { ...filled.address, postCode: '9001' } }, 'address.postCode'],
  ])('%s causes one error, at the invalid field', (_name, change, path) => {
    expect(Object.keys(problemsOf({ ...filled, ...change }))).toEqual([path]);
  });

  it('a CPT contract needs no address', () => {
    expect(problemsOf({ ...filled, fcaCpt: false, address: EMPTY_ADDRESS })).toEqual({});
  });
});

describe('the tolerance', () => {
  it('a tolerance in tonnes is sent in kilograms; a tolerance in percent is sent as typed', () => {
    const base = { isOn: true, type: 'BUYER', quantity: '12.5' } as const;
    expect(readTolerance({ ...base, unit: 'T' })?.quantity).toBe(12_500);
    expect(readTolerance({ ...base, unit: 'PERCENT' })?.quantity).toBe(12.5);
    expect(readTolerance({ ...base, isOn: false, unit: 'T' })).toBeNull();
  });

  it.each([
    ['100 percent', { unit: 'PERCENT', quantity: '100' }],
    ['the whole quantity in tonnes', { unit: 'T', quantity: '250' }],
  ] as const)('the tolerance may be %s', (_name, size) => {
    expect(problemsOf({ ...filled, tolerance: { isOn: true, type: 'BUYER', ...size } })).toEqual({});
  });
});

describe('the request', () => {
  it('a purchase request has the supplier and the minimum price; a sales request has the recipient and no minimum price', () => {
    const request = purchase({ ...filled, isCert: true, countyCode: '1061', minPrice: 80_000 });
    expect(request).toMatchObject({ purchaseSupplierId: 7, countyCode: '1061', minPrice: 80_000 });
    expect(sale(filled)).toMatchObject({ salesRecipientId: 7 });
    expect(sale(filled)).not.toHaveProperty('minPrice');
  });

  it('the request omits the county if CERT is off', () => {
    expect(purchase({ ...filled, isCert: false, countyCode: '1061' }).countyCode).toBeUndefined();
  });

  it('the request omits a tolerance that is switched off', () => {
    const off = { isOn: false, type: 'SELLER', unit: 'T', quantity: '5' } as const;
    expect(purchase({ ...filled, tolerance: off })).not.toHaveProperty('toleranceQuantity');
    expect(purchase({ ...filled, tolerance: { ...off, isOn: true } })).toMatchObject({
      isTolerance: true,
      toleranceQuantity: 5_000,
      toleranceType: 'SELLER',
      toleranceUnit: 'T',
    });
  });

  it('the request omits the quality option if the contractual quality is switched on', () => {
    const both = { ...filled.mainCargoOption, contractualQuality: 'Białko 13%', isContractualQuality: true };
    expect(purchase({ ...filled, mainCargoOption: both }).mainCargoOption).toEqual({
      price: 81_250,
      isContractualQuality: true,
      contractualQuality: 'Białko 13%',
    });
  });

  it('the request has an empty address if only the country is filled in', () => {
    expect(sale({ ...filled, fcaCpt: false, address: EMPTY_ADDRESS }).address).toEqual({});
  });

  it('a purchase request and a sales request match the schemas of their endpoints', () => {
    expect(contracts.purchase.create.body?.safeParse(purchase(filled)).success).toBe(true);
    expect(contracts.sales.create.body?.safeParse(sale(filled)).success).toBe(true);
  });
});

describe('a stored contract', () => {
  const option = {
    price: 70_000,
    rawMaterialQualityId: 6,
    rawMaterialQualityTitle: 'Paszowa',
    isContractualQuality: false,
    contractualQuality: null,
  };
  const record = {
    id: 11,
    version: 4,
    purchaseSupplierId: 7,
    documentNumber: 'Z/2026/0009',
    contractStatus: 'ACTIVE',
    agreementStatus: 'SIGNED',
    userId: 3,
    currency: 'EUR',
    fcaCpt: true,
    isFor: false,
    isCert: true,
    isGmp: false,
    countyCode: '1061',
    rawMaterialId: 2,
    rawMaterialVariantId: 8,
    quantityKg: 250_000,
    allocated: 0,
    inDelivery: 0,
    delivered: 0,
    toleranceType: 'SELLER',
    toleranceUnit: 'PERCENT',
    toleranceQuantity: 2.5,
    mainCargoOption: { ...option, id: null, isMainOption: true, attachToContract: false },
    minPrice: null,
    additionalCargoOption: [
      { ...option, id: 21, isMainOption: false, attachToContract: true },
      { ...option, id: 22, isMainOption: false, attachToContract: false },
    ],
    dateOfReceiptFrom: '2026-09-01',
    dateOfReceiptTo: '2026-09-30',
    address: { city: 'Łódź', street: null, buildingNumber: null, postCode: '90-001', countryCode: 'PL' },
    contactList: [{ id: 31, contactField: 'Jan' }],
    comments: null,
    rules: {
      sourceTable: { id: 41, name: 'Zasady 2026/2027', version: 2 },
      differsFromTable: false,
      weightBasis: 'LOADING',
      readingSource: 'RECIPIENT',
      rules: [],
      isSettledByRules: false,
      version: 4,
    },
  } as unknown as ContractWithRules;

  it('a copy has the terms of the original contract, but a new number, new statuses and new notifications', () => {
    const copy = copiedContract(record, proposed, [{ value: 3 }]);
    const { documentNumber, status, agreementStatus, emailNotificationList, ...terms } = copy;
    expect({ documentNumber, status, agreementStatus, emailNotificationList }).toEqual({
      documentNumber: 'Z/2026/0001',
      status: 'NEW',
      agreementStatus: 'EMPTY',
      emailNotificationList: ['ola@firma.pl'],
    });
    expect(terms).toMatchObject({
      contractorId: 7,
      userId: 3,
      rawMaterialVariantId: 8,
      dateOfReceiptFrom: '2026-09-01',
      additionalCargoOption: [{ id: null, price: 70_000, attachToContract: true }, { id: null }],
      contactList: [{ id: null, contactField: 'Jan' }],
    });
    expect(purchaseRequest(contractSchema.parse(copy))).not.toHaveProperty('version');
  });

  it('the owner of a copy is the current user if the owner of the original is no longer active', () => {
    expect(copiedContract(record, { ...proposed, userId: 9 }, [{ value: 9 }]).userId).toBe(9);
  });

  it('an edit without changes sends the stored record', () => {
    const request = purchaseRequest(contractSchema.parse(contractValuesOf(record)), record);
    expect(request).toMatchObject({
      version: 4,
      rawMaterialVariantId: 8,
      toleranceQuantity: 2.5,
      additionalCargoOption: [{ id: 21, attachToContract: true }, { id: 22 }],
      additionalCargoOptionDelete: [],
      contactList: [{ id: 31, contactField: 'Jan' }],
      contactListDelete: [],
      emailNotificationList: [],
    });
  });

  it('the request of a new contract has attachConfirmation if it is switched on; the request of a stored contract omits attachConfirmation', () => {
    const withConfirmation = { ...contractValuesOf(record), attachConfirmation: true };
    expect(purchase(withConfirmation)).toMatchObject({ attachConfirmation: true });
    expect(purchaseRequest(contractSchema.parse(withConfirmation), record)).not.toHaveProperty(
      'attachConfirmation',
    );
  });

  it('the request has the discount table if the table or the currency was changed', () => {
    const values = contractValuesOf(record);
    const request = (typed: Partial<ContractValues>) =>
      purchaseRequest(contractSchema.parse({ ...values, ...typed }), record);
    expect(request({})).not.toHaveProperty('discountTableId');
    expect(request({})).toMatchObject({ weightBasis: 'LOADING', readingSource: 'RECIPIENT' });
    expect(request({ discountTableId: 'default' })).not.toHaveProperty('discountTableId');
    expect(request({ discountTableId: 0, reason: 'Aneks' })).toMatchObject({
      discountTableId: 0,
      reason: 'Aneks',
    });
    expect(request({ discountTableId: 41, currency: 'PLN' })).toMatchObject({ discountTableId: 41 });
    const withoutTable = { ...record, rules: { ...record.rules, sourceTable: null } };
    const other = contractSchema.parse({ ...values, discountTableId: 0, currency: 'PLN' });
    expect(purchaseRequest(other, withoutTable)).toMatchObject({ discountTableId: 0 });
    expect(purchase(filled)).not.toHaveProperty('discountTableId');
    expect(purchase({ ...filled, discountTableId: 0 })).toMatchObject({ discountTableId: 0 });
    expect(copiedContract(record, proposed, [])).toMatchObject({
      discountTableId: 41,
      weightBasis: 'LOADING',
    });
  });

  it('a change of the discount table requires a reason if a settlement by the rules exists', () => {
    const settled = { ...record, rules: { ...record.rules, isSettledByRules: true } };
    expect(reasonProblem(settled, { discountTableId: 0 })).toMatch(/^Podaj powód zmiany reguł/);
    expect(reasonProblem(settled, { discountTableId: 0, reason: 'Aneks' })).toBeUndefined();
    expect(reasonProblem(settled, { readingSource: 'ARBITER' })).toBeUndefined();
    expect(reasonProblem(record, { discountTableId: 0 })).toBeUndefined();
  });

  it('the request lists removed price options and contacts as deleted', () => {
    const values = contractValuesOf(record);
    const fewer = {
      ...values,
      additionalCargoOption: values.additionalCargoOption.slice(1),
      contactList: [{ id: null, contactField: 'Ewa' }],
    };
    expect(purchaseRequest(contractSchema.parse(fewer), record)).toMatchObject({
      additionalCargoOption: [{ id: 22 }],
      additionalCargoOptionDelete: [21],
      contactList: [{ contactField: 'Ewa' }],
      contactListDelete: [31],
    });
  });

  it('a tolerance that is stored in kilograms is shown in tonnes', () => {
    const inTonnes = { ...record, toleranceUnit: 'T', toleranceQuantity: 12_500 } as ContractWithRules;
    expect(contractValuesOf(inTonnes).tolerance).toEqual({
      isOn: true,
      type: 'SELLER',
      unit: 'T',
      quantity: '12.5',
    });
  });
});
