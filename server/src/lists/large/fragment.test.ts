import { describe, expect, it } from 'vitest';
import { type Fragment, fragment, join, literal } from './fragment.ts';

function compiled(one: Fragment) {
  const parameters: unknown[] = [];
  return { text: one.write(parameters), parameters };
}

describe('a fragment', () => {
  it('turns values into parameters and numbers them across nested fragments', () => {
    const inner = fragment`b = ${'two'}`;
    expect(compiled(fragment`a = ${1} and ${inner} and c = any(${[3, 4]})`)).toEqual({
      text: 'a = $1 and b = $2 and c = any($3)',
      parameters: [1, 'two', [3, 4]],
    });
  });

  it('keeps a value out of the SQL text', () => {
    const { text, parameters } = compiled(fragment`name = ${"'; drop table contract; --"}`);
    expect(text).toBe('name = $1');
    expect(parameters).toEqual(["'; drop table contract; --"]);
  });

  it('writes a literal into the SQL text in escaped form', () => {
    expect(compiled(fragment`limit ${literal('25')}`)).toEqual({ text: "limit '25'", parameters: [] });
    expect(compiled(fragment`a = ${literal("'; drop table contract; --")}`).text).toBe(
      "a = '''; drop table contract; --'",
    );
  });

  it('can be joined with a separator; joining no fragments gives empty SQL text', () => {
    const conditions = [1, 2, 3].map((id) => fragment`id <> ${id}`);
    expect(compiled(join(conditions, ' and '))).toEqual({
      text: 'id <> $1 and id <> $2 and id <> $3',
      parameters: [1, 2, 3],
    });
    expect(compiled(join([], ' and '))).toEqual({ text: '', parameters: [] });
  });
});
