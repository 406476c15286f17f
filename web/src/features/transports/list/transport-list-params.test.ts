import { TO_DISPATCH } from '@spichlerz/shared/domain/transport';
import { expect, test } from 'vitest';
import { logisticsListParams } from './transport-list-params.ts';

const { read, write, defaults } = logisticsListParams;

test('a view that was saved with the default statuses opens with the default statuses', () => {
  const search = { ...write({ ...defaults, sort: { column: 'id', direction: 'DESC' } }), view: '7' };
  expect(search).toEqual({ sort: 'id.desc', view: '7' });
  expect(read(search)).toMatchObject({ status: TO_DISPATCH, sort: { column: 'id', direction: 'DESC' } });
});

test.each([{}, { view: '7' }, { view: '7', sort: 'id.desc', page: '2', size: '25' }])(
  'the URL parameters %j select the default statuses',
  (search) => {
    expect(read(search).status).toEqual(TO_DISPATCH);
  },
);

test.each([{ search: 'PO 7' }, { supplierId: '4', view: '7' }, { status: '' }, { status: '', view: '7' }])(
  'the URL parameters %j select all statuses',
  (search) => {
    expect(read(search).status).toEqual([]);
  },
);

test.each([
  {},
  { search: 'PO 7' },
  { status: [] },
  { status: [], search: 'PO 7' },
  { status: ['NEW' as const] },
])('the URL of a saved view with the filters %j restores the same filters', (filters) => {
  const params = { ...defaults, ...filters };
  expect(read({ ...write(params), view: '7' })).toEqual(params);
});
