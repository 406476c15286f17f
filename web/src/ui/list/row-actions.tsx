import { Menu, Tooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { LazyMenu } from '../menu-on-demand.tsx';
import { UI_TEXTS } from '../texts.ts';
import classes from './data-table.module.css';

export type RowAction = {
  label: string;
  onClick: () => void;
  icon?: ReactNode;
  danger?: boolean;
  /** Why it is not possible now; null or absent when it is. */
  refused?: string | null;
};

type Props = {
  rowName: string;
  /** RowEntries. */
  children: () => ReactElement;
};

/** The menu at the right edge of a row. */
export function RowActions({ rowName, children }: Props) {
  return (
    <LazyMenu
      menu={{ position: 'bottom-end', width: 'max-content' }}
      className={classes.actionsButton}
      aria-label={UI_TEXTS.rowActionsFor(rowName)}
    >
      {() => <Menu.Dropdown>{children()}</Menu.Dropdown>}
    </LazyMenu>
  );
}

/** What is refused stays in the menu, disabled, with the reason. */
export function RowEntries({ actions }: { actions: readonly RowAction[] }) {
  return actions.map((action) => (
    <Tooltip key={action.label} label={action.refused} disabled={!action.refused} position="left">
      <Menu.Item
        leftSection={action.icon}
        c={action.danger && !action.refused ? 'var(--mantine-color-error)' : undefined}
        aria-disabled={action.refused ? true : undefined}
        data-disabled={action.refused ? true : undefined}
        closeMenuOnClick={!action.refused}
        style={{ pointerEvents: 'auto' }}
        onClick={action.refused ? undefined : action.onClick}
      >
        {action.label}
      </Menu.Item>
    </Tooltip>
  ));
}
