import { PAGE_SIZES as PLANNED_SIZES } from '@spichlerz/shared/wire/list';
import { expect, it } from 'vitest';
import { PAGE_SIZES } from '../ui/table/list-params.ts';
import { listBodyOf, listQueryOf } from './list-request.ts';

it('the page sizes of the screens are those that the server prepares statements for', () => {
  expect(PAGE_SIZES).toEqual(PLANNED_SIZES);
});

const sort = { column: 'price', direction: 'DESC' } as const;

it('a page is sent as limit and offset, and filters without a value are omitted', () => {
  const state = {
    page: 1,
    size: 25,
    sort,
    search: '',
    owner: null,
    status: [],
    name: '',
    isGmp: false,
  } as const;
  const first = { limit: 25, offset: 0, orderBy: 'price DESC' };
  expect(listQueryOf(state)).toEqual({ ...first, isGmp: false });
  expect(listQueryOf({ ...state, page: 3 })).toMatchObject({ limit: 25, offset: 50 });
  expect(listBodyOf({ ...state, search: 'młyn', owner: 7 })).toEqual({
    ...first,
    search: 'młyn',
    filter: { owner: 7, isGmp: false },
  });
});
