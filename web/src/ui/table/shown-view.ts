import { createContext, useContext } from 'react';
import type { ColumnPreferences } from './column-order.ts';

/** The saved view that a list shows. Its columns and row height apply until the user changes them. */
export type ShownView = {
  readonly id: number;
  readonly columns: ColumnPreferences;
  readonly isDense: boolean;
};

/** The ui folder has no access to saved views; the application provides the view in the URL. */
const ShownViewContext = createContext<ShownView | null>(null);

export const ShownViewProvider = ShownViewContext.Provider;

export function useShownView(): ShownView | null {
  return useContext(ShownViewContext);
}
