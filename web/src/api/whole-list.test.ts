import { describe, expect, it } from 'vitest';
import { wholeList } from './whole-list.ts';

/** A list of so many rows, read as the API has it, and how often it was. */
function listOf(count: number) {
  const all = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
  const asked: number[] = [];
  const read = ({ limit, offset }: { limit: number; offset: number }) => {
    asked.push(offset);
    return Promise.resolve({ list: all.slice(offset, offset + limit), filtered: count });
  };
  return { all, asked, read };
}

describe('wholeList', () => {
  it.each([
    [0, [0]],
    [100, [0]],
    [101, [0, 100]],
    [250, [0, 100, 200]],
  ])('has all of %i rows', async (count, offsets) => {
    const { all, asked, read } = listOf(count);
    expect(await wholeList(read)).toEqual(all);
    expect(asked).toEqual(offsets);
  });

  it('ends where rows are deleted while it is read', async () => {
    const { read } = listOf(150);
    const rows = await wholeList(async (at) => ({ ...(await read(at)), filtered: 180 }));
    expect(rows).toHaveLength(150);
  });
});
