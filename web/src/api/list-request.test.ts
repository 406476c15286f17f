import { PAGE_SIZES as PLANNED_SIZES } from '@spichlerz/shared/wire/list';
import { describe, expect, it } from 'vitest';
import { PAGE_SIZES } from '../ui/table/page-size.ts';
import { fetchAllPages, listBodyOf, listQueryOf } from './list-request.ts';

it('the screens offer exactly the page sizes for which the server prepares statements', () => {
  expect(PAGE_SIZES).toEqual(PLANNED_SIZES);
});

const sort = { column: 'price', direction: 'DESC' } as const;

it('a list request has the page as limit and offset, and omits empty filters', () => {
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

/** A list of `count` rows that is read in pages; `offsetsRead` contains the offsets of the calls. */
function listOf(count: number) {
  const all = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
  const offsetsRead: number[] = [];
  const read = ({ limit, offset }: { limit: number; offset: number }) => {
    offsetsRead.push(offset);
    return Promise.resolve({ list: all.slice(offset, offset + limit), filtered: count });
  };
  return { all, offsetsRead, read };
}

describe('fetchAllPages', () => {
  it.each([
    [0, [0]],
    [100, [0]],
    [101, [0, 100]],
    [250, [0, 100, 200]],
  ])('returns all rows of a list with %i rows', async (count, offsets) => {
    const { all, offsetsRead, read } = listOf(count);
    expect(await fetchAllPages(read)).toEqual(all);
    expect(offsetsRead).toEqual(offsets);
  });

  it('stops at an empty page when rows are deleted between two page requests', async () => {
    const { read } = listOf(150);
    const rows = await fetchAllPages(async (at) => ({ ...(await read(at)), filtered: 180 }));
    expect(rows).toHaveLength(150);
  });
});
