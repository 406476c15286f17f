import { isDay } from '../field/parse-day.ts';
import { UI_TEXTS } from '../texts.ts';

/** Two filters that limit the same value: dates as text, or whole units; empty or null means no limit. */
export type FilterRange<Name extends string = string> = { readonly from: Name; readonly to: Name };

/** The errors of the typed ranges, by field name. */
export function rangeProblems<Name extends string>(
  ranges: readonly FilterRange<Name>[],
  draft: Readonly<Record<Name, unknown>>,
): ReadonlyMap<Name, string> {
  const problems = new Map<Name, string>();
  for (const { from, to } of ranges) {
    const [first, last] = [draft[from], draft[to]];
    for (const name of [from, to]) {
      // a date field keeps invalid text in its value
      const value = draft[name];
      if (typeof value === 'string' && value !== '' && !isDay(value)) problems.set(name, UI_TEXTS.notADay);
    }
    if (problems.has(from) || problems.has(to)) continue;
    if (typeof first === 'number' && typeof last === 'number' && first > last) {
      problems.set(to, UI_TEXTS.lessThanFrom);
    }
    if (typeof first === 'string' && typeof last === 'string' && last !== '' && first > last) {
      problems.set(to, UI_TEXTS.earlierThanFrom);
    }
  }
  return problems;
}
