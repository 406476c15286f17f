import { matchesSearch } from '@spichlerz/shared/domain/search';
import type { OptionSource } from '../../ui/field/search-select-field.tsx';
import { SANDBOX_ROWS } from './sandbox-rows.ts';

/** Simulates a server search with a delay. */
export const SANDBOX_SUPPLIERS: OptionSource = {
  cacheKey: ['sandbox', 'suppliers'],
  load: async (search, selected) => {
    await new Promise((answer) => setTimeout(answer, 400));
    return SANDBOX_ROWS.filter((row) => row.id === selected || matchesSearch(row.supplier, search))
      .slice(0, 20)
      .map((row) => ({ value: row.id, label: `${row.supplier} ${row.id}`, hint: row.place }));
  },
};
