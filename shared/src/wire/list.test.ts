import { describe, expect, it } from 'vitest';
import { dropEmpty, keysToCamel, keysToSnake, requestKeysToCamel } from './case.ts';
import { contractors } from './contractors.ts';
import { contracts } from './contracts.ts';
import { listUsers } from './users.ts';

const purchaseList = contracts.purchase.list.query;
const codes = (result: {
  error?: { issues: { path: PropertyKey[]; params?: { code?: string }; code: string }[] };
}) => result.error?.issues.map((issue) => `${issue.path.join('.')}:${issue.params?.code ?? issue.code}`);

const days = (from?: string, to?: string) =>
  codes(purchaseList?.safeParse({ dateOfReceiptFrom: from, dateOfReceiptTo: to }) as never);

const prices = (from: number, to: number) =>
  codes(purchaseList?.safeParse({ priceFrom: from, priceTo: to }) as never);

describe('list requests', () => {
  it('a list request without parameters uses the defaults', () => {
    expect(purchaseList?.parse({})).toEqual({
      limit: 10,
      offset: 0,
      search: undefined,
      orderBy: { column: 'id', direction: 'DESC' },
      filter: {},
    });
  });

  it('a number range that starts above its end is rejected', () => {
    expect(prices(90_000, 80_000)).toEqual(['priceFrom:VALUE_IS_WRONG']);
    expect(prices(80_000, 80_000)).toBeUndefined();
  });

  it('numbers, lists and booleans are parsed from the text of a query string', () => {
    const wire = {
      limit: '25',
      contract_status: 'NEW,ACTIVE',
      raw_material_id: '3',
      is_cert: 'true',
      order_by: 'price ASC',
    };
    expect(purchaseList?.parse(keysToCamel(wire))).toMatchObject({
      limit: 25,
      orderBy: { column: 'price', direction: 'ASC' },
      filter: { contractStatus: ['NEW', 'ACTIVE'], rawMaterialId: [3], isCert: true },
    });
  });

  it('an unknown filter, an unknown sort column and a limit above 100 are rejected', () => {
    expect(codes(purchaseList?.safeParse({ colour: 'red' }) as never)).toEqual([':unrecognized_keys']);
    expect(codes(purchaseList?.safeParse({ orderBy: 'recipient ASC' }) as never)).toEqual([
      'orderBy:INVALID_SORT_PARAMS',
    ]);
    expect(codes(purchaseList?.safeParse({ limit: '101' }) as never)).toEqual(['limit:too_big']);
  });

  it('a day range that starts after its end is rejected; a range of a single day is accepted', () => {
    expect(days('2026-05-02', '2026-05-01')).toEqual(['dateOfReceiptFrom:DATE_FROM_CANNOT_BE_AFTER_TO']);
    expect(days('2026-05-01', '2026-05-01')).toBeUndefined();
    expect(days('2026-05-02')).toBeUndefined();
    expect(days(undefined, '2026-05-01')).toBeUndefined();
  });

  it('a list with POST has its filters in body.filter and rejects a filter at the top level of the body', () => {
    expect(listUsers.body?.parse({ search: 'ala' })).toMatchObject({
      search: 'ala',
      filter: {},
      orderBy: { column: 'first_name' },
    });
    // A filter outside `filter` would otherwise be ignored, and every row returned.
    expect(codes(listUsers.body?.safeParse({ role: ['ADMIN'] }) as never)).toEqual([':unrecognized_keys']);
  });
});

describe('the contractor form', () => {
  const body = contractors.purchase.create.body;
  it('a recipient needs a company name and a NIP, and defaults to VAT and FIRMA', () => {
    const recipient = contractors.sales.create.body?.parse({ companyName: 'Młyn', nip: '5260001246' });
    expect(recipient).toMatchObject({ accountingMethod: 'VAT', label: 'FIRMA' });
  });

  it('all validation errors of a form are returned at once', () => {
    expect(
      codes(
        body?.safeParse({
          accountingMethod: 'VAT',
          email: 'x',
          label: 'INNA',
          contactList: [{ name: 'A' }, { name: 'a ' }],
        }) as never,
      ),
    ).toEqual([
      'email:invalid_format',
      'label:invalid_value',
      'companyName:VALUE_IS_MISSING',
      'lastName:VALUE_IS_MISSING',
      'nip:VALUE_IS_MISSING',
      'pesel:VALUE_IS_MISSING',
      'contactList.1.name:VALUE_IS_DUPLICATED',
    ]);
  });
});

describe('the snake_case codec', () => {
  it('keys of nested objects are converted in both directions', () => {
    const wire = { main_cargo_option: { price: 1 }, contact_list: [{ contact_field: 'x' }] };
    expect(keysToCamel(wire)).toEqual({
      mainCargoOption: { price: 1 },
      contactList: [{ contactField: 'x' }],
    });
    expect(keysToSnake(keysToCamel(wire))).toEqual(wire);
  });
  it('a weight is accepted under its wire name and under no other key', () => {
    expect(requestKeysToCamel({ cargo_quantity: 1, options: [{ realCargoQuantity: 2 }] })).toEqual({
      quantityKg: 1,
      options: [{ realQuantityKg: 2 }],
    });
    for (const key of ['quantity_kg', 'quantityKg'])
      expect(requestKeysToCamel({ [key]: 1 })).toEqual({ quantity_kg: 1 });
  });
  it('a key longer than the limit stays unchanged', () => {
    const wire = { [`${'_'.repeat(2_000)}a`]: 1, [`A${'a'.repeat(200)}`]: 2 };
    expect(keysToCamel(wire)).toEqual(wire);
    expect(keysToSnake(wire)).toEqual(wire);
  });
  it('empty values are dropped from objects and lists', () => {
    expect(dropEmpty({ a: '', b: null, c: 0, d: ['', 'x', null], e: { f: '' } })).toEqual({
      c: 0,
      d: ['x'],
      e: {},
    });
  });
});
