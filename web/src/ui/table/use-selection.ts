import { useState } from 'react';

export type SelectedRows<Row> = {
  /** In the order of the list. */
  readonly rows: readonly Row[];
  readonly ids: ReadonlySet<number>;
  readonly onChange: (ids: ReadonlySet<number>) => void;
  readonly clear: () => void;
};

const NO_IDS: ReadonlySet<number> = new Set();

/**
 * The selected rows of the current page. A change of `params` (page, search or filter) clears the selection, so
 * that no invisible row is selected.
 */
export function useSelection<Row extends { id: number }>(
  shown: readonly Row[] | undefined,
  params: unknown,
): SelectedRows<Row> {
  const [chosen, setChosen] = useState({ params, ids: NO_IDS });
  const ids = chosen.params === params ? chosen.ids : NO_IDS;
  const onChange = (next: ReadonlySet<number>) => setChosen({ params, ids: next });
  return {
    rows: (shown ?? []).filter(({ id }) => ids.has(id)),
    ids,
    onChange,
    clear: () => onChange(NO_IDS),
  };
}
