import { useMemo } from 'react';
import { usePhone } from '../screen.ts';
import { useLocalStorage } from '../use-kept.ts';
import type { ListColumn } from './column.tsx';
import { type KeptColumns, moveColumn, orderColumns, readKeptColumns, showColumn } from './column-order.ts';
import { usePreferencesOwner } from './whose-lists.ts';

/** What the menu of columns needs, in the order of the screen. The first one stays where it is. */
export type ColumnSettings = {
  readonly items: readonly { readonly id: string; readonly name: string; readonly isShown: boolean }[];
  readonly isChanged: boolean;
  readonly show: (id: string, isShown: boolean) => void;
  readonly move: (from: number, to: number) => void;
  readonly restore: () => void;
};

export type ChosenColumns<Row extends object> = ColumnSettings & {
  readonly shown: readonly ListColumn<Row>[];
};

/**
 * Which columns of a list a person sees, and in which order: kept in this browser for each person and list. Cards
 * on a phone have all of them in the list's own order.
 */
export function useColumns<Row extends object>(
  listName: string,
  columns: readonly ListColumn<Row>[],
): ChosenColumns<Row> {
  const person = usePreferencesOwner();
  const isPhone = usePhone();
  const [keptText, keepText] = useLocalStorage(`columns:${person}:${listName}`);
  return useMemo(() => {
    const kept = readKeptColumns(keptText);
    const keep = (next: KeptColumns) => keepText(JSON.stringify(next));
    const ids = columns.map(({ id }) => id);
    const ordered = orderColumns(ids, kept).flatMap((id) => columns.find((column) => column.id === id) ?? []);
    const isShown = (column: ListColumn<Row>, index: number) =>
      index === 0 || !kept.hidden.includes(column.id);
    return {
      shown: isPhone ? columns : ordered.filter(isShown),
      items: ordered.map((column, index) => ({
        id: column.id,
        name: column.name ?? column.label,
        isShown: isShown(column, index),
      })),
      isChanged: kept.order.length > 0 || kept.hidden.length > 0,
      show: (id, isOn) => keep(showColumn(kept, id, isOn)),
      move: (from, to) => keep(moveColumn(ids, kept, { from, to })),
      restore: () => keepText(null),
    };
  }, [columns, keptText, keepText, isPhone]);
}
