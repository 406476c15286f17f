import { useState } from 'react';

export type SelectedRows<Row> = {
  /** In the order of the list. */
  readonly rows: readonly Row[];
  readonly ids: ReadonlySet<number>;
  readonly onChange: (ids: ReadonlySet<number>) => void;
  readonly clear: () => void;
};

const NONE: ReadonlySet<number> = new Set();

/**
 * The chosen rows of the page that is shown. Nothing stays chosen out of sight: another page, search or filter,
 * which is another `params`, starts without a choice.
 */
export function useSelection<Row extends { id: number }>(
  shown: readonly Row[] | undefined,
  params: unknown,
): SelectedRows<Row> {
  const [chosen, setChosen] = useState({ params, ids: NONE });
  const ids = chosen.params === params ? chosen.ids : NONE;
  const onChange = (next: ReadonlySet<number>) => setChosen({ params, ids: next });
  return { rows: (shown ?? []).filter(({ id }) => ids.has(id)), ids, onChange, clear: () => onChange(NONE) };
}
