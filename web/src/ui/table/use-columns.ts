import { useMemo } from 'react';
import { usePhone } from '../hooks/screen.ts';
import { useLocalStorage } from '../hooks/use-local-storage.ts';
import {
  type ColumnPreferences,
  hideOptional,
  moveColumn,
  NO_PREFERENCES,
  orderColumns,
  readColumnPreferences,
  showColumn,
  showOptional,
} from './column-order.ts';
import type { ListColumn } from './data-table-props.ts';
import { singleColumns } from './joined-columns.ts';
import { isSame } from './list-params.ts';
import { usePreferencesOwner } from './preferences-owner.ts';
import { useShownView } from './shown-view.ts';

/** The state of the column menu, in the order of the screen. The first `fixed` columns cannot be moved. */
export type ColumnSettings = {
  readonly items: readonly { readonly id: string; readonly name: string; readonly isShown: boolean }[];
  readonly fixed: number;
  readonly preferences: ColumnPreferences;
  readonly isChanged: boolean;
  readonly show: (id: string, isShown: boolean) => void;
  readonly move: (from: number, to: number) => void;
  readonly restore: () => void;
};

export type ColumnsState<Row extends object> = ColumnSettings & {
  readonly shown: readonly ListColumn<Row>[];
};

/**
 * The visible columns of a list and their order, stored in this browser per user and list. The settings of a
 * shown saved view apply until the user changes them. Cards on a phone show all columns in the list's order,
 * but optional columns only if the user shows them.
 */
export function useColumns<Row extends object>(
  listName: string,
  columns: readonly ListColumn<Row>[],
): ColumnsState<Row> {
  const userId = usePreferencesOwner();
  const isPhone = usePhone();
  const view = useShownView();
  const name = `columns:${userId}:${listName}`;
  const [stored, store] = useLocalStorage(view === null ? name : `${name}:${view.id}`);
  return useMemo(() => {
    const fixed = columns[1]?.stays ? 2 : 1;
    const initial = view?.columns ?? NO_PREFERENCES;
    const optional = columns.filter(({ isOptional }) => isOptional).map(({ id }) => id);
    const complete = (kept: ColumnPreferences) => hideOptional(withJoinedIds(kept, columns), optional);
    const preferences = complete(stored === null ? initial : readColumnPreferences(stored));
    const save = (next: ColumnPreferences) => store(JSON.stringify(next));
    const ids = columns.map(({ id }) => id);
    const ordered = orderColumns(ids, preferences, fixed).flatMap(
      (id) => columns.find((column) => column.id === id) ?? [],
    );
    const isShown = (column: ListColumn<Row>, index: number) =>
      index < fixed || !preferences.hidden.includes(column.id);
    return {
      shown: isPhone
        ? singleColumns(
            columns.filter(({ id }) => !optional.includes(id) || !preferences.hidden.includes(id)),
          )
        : ordered.filter(isShown),
      items: ordered.map((column, index) => ({
        id: column.id,
        name: column.name ?? column.label,
        isShown: isShown(column, index),
      })),
      fixed,
      preferences,
      isChanged: !isSame(preferences, complete(initial)),
      show: (id, isOn) =>
        save(
          isOn && optional.includes(id)
            ? showOptional(ids, preferences, id, fixed)
            : showColumn(preferences, id, isOn),
        ),
      move: (from, to) => save(moveColumn(ids, preferences, { from, to, fixed })),
      restore: () => store(null),
    };
  }, [columns, stored, store, view, isPhone]);
}

/**
 * Converts settings stored before two columns were joined, which contain the keys of both columns. The joined
 * column gets the place of the first key, and is hidden if both columns were hidden.
 */
function withJoinedIds<Row extends object>(
  { order, hidden }: ColumnPreferences,
  columns: readonly ListColumn<Row>[],
): ColumnPreferences {
  const joined = columns.filter(({ lines }) => lines !== undefined);
  const partsOf = (column: ListColumn<Row>) => singleColumns([column]).map(({ id }) => id);
  const ownId = (id: string) => joined.find((column) => partsOf(column).includes(id))?.id ?? id;
  const areAllHidden = (column: ListColumn<Row>) => partsOf(column).every((id) => hidden.includes(id));
  return {
    order: order.map(ownId),
    hidden: [...hidden.filter((id) => ownId(id) === id), ...joined.filter(areAllHidden).map(({ id }) => id)],
  };
}
