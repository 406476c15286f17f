import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { focusList } from '../list-focus.ts';
import { UI_TEXTS } from '../texts.ts';
import classes from './selection-bar.module.css';
import type { SelectedRows } from './use-selection.ts';

type Props = {
  selection: SelectedRows<unknown>;
  /** "3 kontrakty" */
  counted: string;
  /** The bulk actions. */
  children: ReactNode;
};

/** The number of selected rows and the bulk actions. */
export function SelectionBar({ selection, counted, children }: Props) {
  if (selection.rows.length === 0) return null;
  return (
    <fieldset className={classes.bar} aria-label={UI_TEXTS.selection}>
      <Text fz="sm" fw={500} component="output">
        {UI_TEXTS.selected(counted)}
      </Text>
      <div className={classes.actions}>
        {children}
        <Button
          variant="subtle"
          color="gray"
          aria-keyshortcuts="Escape"
          onClick={(event) => {
            // the Escape key clicks this button while a row has the focus, and the row then keeps the focus
            if (document.activeElement === event.currentTarget) focusList(event);
            selection.clear();
          }}
        >
          {UI_TEXTS.clearSelection}
        </Button>
      </div>
    </fieldset>
  );
}
