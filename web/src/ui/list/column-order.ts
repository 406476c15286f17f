/** What a person changed about the columns of a list, by their ids. Both empty: nothing. */
export type KeptColumns = { readonly order: readonly string[]; readonly hidden: readonly string[] };

export const NOTHING_KEPT: KeptColumns = { order: [], hidden: [] };

/** Never fails: what cannot be read is as good as nothing. */
export function readKeptColumns(text: string | null): KeptColumns {
  try {
    const { order, hidden } = JSON.parse(text ?? '') as Record<string, unknown>;
    if (isListOfIds(order) && isListOfIds(hidden)) return { order, hidden };
  } catch {
    // as good as nothing
  }
  return NOTHING_KEPT;
}

const isListOfIds = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');

/**
 * The list's columns in the person's order. A column that is new to them stands where the list has it; one the list
 * no longer has is left out. The first column carries the link of the row and stays first.
 */
export function orderColumns(ids: readonly string[], { order }: KeptColumns): readonly string[] {
  const [first, ...rest] = ids;
  if (first === undefined) return [];
  const known = order.filter((id, index) => rest.includes(id) && order.indexOf(id) === index);
  return [first, ...withMissing(known, rest)];
}

/** Takes a column to another place among those of the list. */
export function moveColumn(
  ids: readonly string[],
  kept: KeptColumns,
  { from, to }: { from: number; to: number },
): KeptColumns {
  const order = [...orderColumns(ids, kept)];
  const [moved] = order.splice(from, 1);
  if (moved === undefined) return kept;
  order.splice(to, 0, moved);
  // the list of all raw materials has a column more than that of one: it keeps its place for the next time
  return { ...kept, order: withMissing(order, kept.order) };
}

export function showColumn(kept: KeptColumns, id: string, isShown: boolean): KeptColumns {
  const others = kept.hidden.filter((hidden) => hidden !== id);
  return { ...kept, hidden: isShown ? others : [...others, id] };
}

/** `ids` with those of `all` that it lacks, each behind the one it follows there. */
function withMissing(ids: readonly string[], all: readonly string[]): string[] {
  const complete = [...ids];
  for (const [index, id] of all.entries()) {
    if (complete.includes(id)) continue;
    const before = all[index - 1];
    complete.splice(before === undefined ? 0 : complete.indexOf(before) + 1, 0, id);
  }
  return complete;
}
