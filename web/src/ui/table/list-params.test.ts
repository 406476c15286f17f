import { expect, test } from 'vitest';
import {
  defineListParams,
  nextSort,
  urlDay,
  urlFlag,
  urlIds,
  urlMany,
  urlOne,
  urlWhole,
} from './list-params.ts';
import { defaultPageSize } from './page-size.ts';

const definition = defineListParams({
  sort: ['id', 'cargo_quantity'],
  order: 'id DESC',
  filters: {
    status: urlMany(['NEW', 'ACTIVE', 'CLOSED'], ['NEW', 'ACTIVE']),
    ownerId: urlIds(),
    isGmp: urlFlag(),
    dateFrom: urlDay(),
    priceFrom: urlWhole(),
    unit: urlOne(['T', 'PERCENT']),
  },
});

test('an empty URL gives the defaults, and the defaults give an empty URL', () => {
  expect(definition.read({})).toEqual({
    page: 1,
    size: defaultPageSize(),
    sort: { column: 'id', direction: 'DESC' },
    search: '',
    status: ['NEW', 'ACTIVE'],
    ownerId: [],
    isGmp: null,
    dateFrom: '',
    priceFrom: null,
    unit: null,
  });
  expect(definition.write(definition.defaults)).toEqual({});
});

test('repeated sorting by one column is ascending, then descending, then in the default order', () => {
  const initial = { column: 'id', direction: 'DESC' } as const;
  const up = nextSort('price', initial, initial);
  const down = nextSort('price', up, initial);
  expect([up, down]).toEqual([
    { column: 'price', direction: 'ASC' },
    { column: 'price', direction: 'DESC' },
  ]);
  expect(nextSort('price', down, initial)).toEqual(initial);
  expect(nextSort('quantity', down, initial)).toEqual({ column: 'quantity', direction: 'ASC' });
});

test('the default sort column alternates between ascending and descending', () => {
  const initial = { column: 'name', direction: 'ASC' } as const;
  const down = nextSort('name', initial, initial);
  expect(down).toEqual({ column: 'name', direction: 'DESC' });
  expect(nextSort('name', down, initial)).toEqual(initial);
});

test('parameters that are written to the URL are read back unchanged', () => {
  const params = {
    ...definition.defaults,
    page: 3,
    size: 25 as const,
    sort: { column: 'cargo_quantity' as const, direction: 'ASC' as const },
    search: 'żyto 5%',
    status: ['CLOSED' as const],
    ownerId: [4, 7],
    isGmp: false,
    dateFrom: '2026-11-05',
    priceFrom: 81_250,
    unit: 'T' as const,
  };
  expect(definition.read(definition.write(params))).toEqual(params);
});

test('an empty status filter is written to the URL and does not become the default statuses', () => {
  const search = definition.write({ ...definition.defaults, status: [] });
  expect(search).toEqual({ status: '' });
  expect(definition.read(search).status).toEqual([]);
});

test('an invalid parameter gets its default value; valid parameters stay', () => {
  const params = definition.read({
    page: 'abc',
    size: '11',
    sort: 'password.asc',
    status: ['NEW', 'STOLEN'],
    ownerId: ['4', '-1', 'x'],
    dateFrom: '2026-02-30',
    isGmp: 'perhaps',
    search: 'pszenica',
  });
  expect(params).toMatchObject({
    page: 1,
    size: defaultPageSize(),
    sort: { column: 'id', direction: 'DESC' },
    status: ['NEW'],
    ownerId: [4],
    dateFrom: '',
    isGmp: null,
    search: 'pszenica',
  });
});

test('a status filter without any known status becomes the default statuses', () => {
  expect(definition.read({ status: 'STOLEN' }).status).toEqual(['NEW', 'ACTIVE']);
  expect(definition.read({ status: ['STOLEN', 'BURNT'] }).status).toEqual(['NEW', 'ACTIVE']);
});

test('a search that is too long is cut off to 255 characters', () => {
  expect(definition.read({ search: 'a'.repeat(300) }).search).toBe('a'.repeat(255));
});
