import type { RefObject } from 'react';
import { pressLater, useShortcuts } from '../hooks/use-shortcuts.ts';

type Keys<Row> = {
  readonly rows: readonly Row[];
  /** Runs the action of the row with this key, if the row has one and it is enabled. */
  readonly runAction: (row: Row, key: string) => boolean;
  /** Undefined where rows cannot be selected. */
  readonly toggle: ((row: Row) => void) | undefined;
};

/**
 * Shortcuts of a list: j and k move to the next and previous row, space selects the row, s opens its status menu, and
 * other keys run the action of the row with that key. Enter opens the row by its link.
 */
export function useRowKeys<Row>(
  table: RefObject<HTMLElement | null>,
  { rows, runAction, toggle }: Keys<Row>,
) {
  useShortcuts((key, { target }) => {
    const lines = [...(table.current?.querySelectorAll<HTMLElement>('tbody tr[data-row]') ?? [])];
    const line = target instanceof Element ? target.closest('tr') : null;
    const index = lines.findIndex((one) => one === line);
    if (key === 'j' || key === 'k') {
      const next = lines[index < 0 ? 0 : index + (key === 'j' ? 1 : -1)];
      const link = next?.querySelector<HTMLElement>('th a, th button');
      (link ?? next?.querySelector<HTMLElement>('input, a, button'))?.focus();
      return next !== undefined;
    }
    const row = rows[index];
    if (row === undefined) return false;
    // space selects the row only while the link of the row has the focus; elsewhere space presses the focused
    // control
    if (key === ' ') {
      if (toggle === undefined || !(target instanceof HTMLElement) || target.closest('a, th button') === null)
        return false;
      toggle(row);
      return true;
    }
    if (key === 's') {
      const status = lines[index]?.querySelector<HTMLElement>('[aria-keyshortcuts~="s"]');
      if (!status) return false;
      pressLater(status);
      return true;
    }
    return runAction(row, key);
  });
}
