import { useMemo } from 'react';
import { usePhone } from '../hooks/screen.ts';
import { useLocalStorage } from '../hooks/use-local-storage.ts';
import {
  type ColumnPreferences,
  moveColumn,
  orderColumns,
  readColumnPreferences,
  showColumn,
} from './column-order.ts';
import type { ListColumn } from './data-table-props.ts';
import { usePreferencesOwner } from './preferences-owner.ts';

/** The state of the column menu, in the order of the screen. The first column cannot be moved. */
export type ColumnSettings = {
  readonly items: readonly { readonly id: string; readonly name: string; readonly isShown: boolean }[];
  readonly isChanged: boolean;
  readonly show: (id: string, isShown: boolean) => void;
  readonly move: (from: number, to: number) => void;
  readonly restore: () => void;
};

export type ColumnsState<Row extends object> = ColumnSettings & {
  readonly shown: readonly ListColumn<Row>[];
};

/**
 * The visible columns of a list and their order, stored in this browser per user and list. Cards on a phone
 * show all columns in the list's order.
 */
export function useColumns<Row extends object>(
  listName: string,
  columns: readonly ListColumn<Row>[],
): ColumnsState<Row> {
  const userId = usePreferencesOwner();
  const isPhone = usePhone();
  const [stored, store] = useLocalStorage(`columns:${userId}:${listName}`);
  return useMemo(() => {
    const preferences = readColumnPreferences(stored);
    const save = (next: ColumnPreferences) => store(JSON.stringify(next));
    const ids = columns.map(({ id }) => id);
    const ordered = orderColumns(ids, preferences).flatMap(
      (id) => columns.find((column) => column.id === id) ?? [],
    );
    const isShown = (column: ListColumn<Row>, index: number) =>
      index === 0 || !preferences.hidden.includes(column.id);
    return {
      shown: isPhone ? columns : ordered.filter(isShown),
      items: ordered.map((column, index) => ({
        id: column.id,
        name: column.name ?? column.label,
        isShown: isShown(column, index),
      })),
      isChanged: preferences.order.length > 0 || preferences.hidden.length > 0,
      show: (id, isOn) => save(showColumn(preferences, id, isOn)),
      move: (from, to) => save(moveColumn(ids, preferences, { from, to })),
      restore: () => store(null),
    };
  }, [columns, stored, store, isPhone]);
}
