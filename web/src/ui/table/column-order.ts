/** The user's column preferences of a list, by column ids. Both lists are empty by default. */
export type ColumnPreferences = { readonly order: readonly string[]; readonly hidden: readonly string[] };

export const NO_PREFERENCES: ColumnPreferences = { order: [], hidden: [] };

/** Parses stored preferences; invalid text gives the defaults. */
export function readColumnPreferences(text: string | null): ColumnPreferences {
  try {
    const { order, hidden } = JSON.parse(text ?? '') as Record<string, unknown>;
    if (isListOfIds(order) && isListOfIds(hidden)) return { order, hidden };
  } catch {
    // the defaults apply
  }
  return NO_PREFERENCES;
}

const isListOfIds = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');

/**
 * Returns the list's columns in the user's order. A column that is not in the preferences keeps its default
 * place; unknown ids are ignored. The first `fixed` columns stay first.
 */
export function orderColumns(
  ids: readonly string[],
  { order }: ColumnPreferences,
  fixed = 1,
): readonly string[] {
  const rest = ids.slice(fixed);
  const known = order.filter((id, index) => rest.includes(id) && order.indexOf(id) === index);
  return [...ids.slice(0, fixed), ...withMissing(known, rest)];
}

export function moveColumn(
  ids: readonly string[],
  preferences: ColumnPreferences,
  { from, to, fixed = 1 }: { from: number; to: number; fixed?: number },
): ColumnPreferences {
  const order = [...orderColumns(ids, preferences, fixed)];
  const [moved] = order.splice(from, 1);
  if (moved === undefined) return preferences;
  order.splice(to, 0, moved);
  // keeps the stored positions of columns that this list does not have, because another list may share the
  // preferences
  return { ...preferences, order: withMissing(order, preferences.order) };
}

export function showColumn(preferences: ColumnPreferences, id: string, isShown: boolean): ColumnPreferences {
  const others = preferences.hidden.filter((hidden) => hidden !== id);
  return { ...preferences, hidden: isShown ? others : [...others, id] };
}

/**
 * Hides the optional columns that the user has not shown. `showOptional` adds a column to the order. An
 * optional column that is not in the order stays hidden, even if it is new.
 */
export function hideOptional(preferences: ColumnPreferences, optional: readonly string[]): ColumnPreferences {
  const { order, hidden } = preferences;
  const unseen = optional.filter((id) => !order.includes(id) && !hidden.includes(id));
  return unseen.length === 0 ? preferences : { order, hidden: [...hidden, ...unseen] };
}

export function showOptional(
  ids: readonly string[],
  preferences: ColumnPreferences,
  id: string,
  fixed = 1,
): ColumnPreferences {
  const order = orderColumns(ids, preferences, fixed);
  return showColumn({ ...preferences, order: withMissing(order, preferences.order) }, id, true);
}

/** Adds the missing ids of `all` to `ids`, each after the id that precedes it in `all`. */
function withMissing(ids: readonly string[], all: readonly string[]): string[] {
  const complete = [...ids];
  for (const [index, id] of all.entries()) {
    if (complete.includes(id)) continue;
    const before = all[index - 1];
    complete.splice(before === undefined ? 0 : complete.indexOf(before) + 1, 0, id);
  }
  return complete;
}
