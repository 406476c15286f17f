import { describe, expect, it } from 'vitest';
import { fetchAllPages } from './fetch-all-pages.ts';

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
  ])('reads all of %i rows', async (count, offsets) => {
    const { all, offsetsRead, read } = listOf(count);
    expect(await fetchAllPages(read)).toEqual(all);
    expect(offsetsRead).toEqual(offsets);
  });

  it('stops at an empty page when rows are deleted during the reading', async () => {
    const { read } = listOf(150);
    const rows = await fetchAllPages(async (at) => ({ ...(await read(at)), filtered: 180 }));
    expect(rows).toHaveLength(150);
  });
});
