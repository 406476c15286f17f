import { Kbd, Menu, Tooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { LazyMenu } from '../overlay/lazy-menu.tsx';
import { UI_TEXTS } from '../texts.ts';
import classes from './data-table.module.css';

export type RowAction = {
  label: string;
  onClick: () => void;
  icon?: ReactNode;
  danger?: boolean;
  /** The key that runs the action of a focused row. */
  shortcut?: 'e' | undefined;
  /** The reason why the action is disabled, or null. */
  disabledReason?: string | null;
};

type Props = {
  rowName: string;
  /** RowMenuItems. */
  children: () => ReactElement;
};

/** The menu at the right end of a row. */
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

/** Actions with a disabled reason stay in the menu and show it in a tooltip. */
export function RowMenuItems({ actions }: { actions: readonly RowAction[] }) {
  return actions.map((action) => (
    <Tooltip
      key={action.label}
      label={action.disabledReason}
      disabled={!action.disabledReason}
      position="left"
    >
      <Menu.Item
        leftSection={action.icon}
        rightSection={
          action.shortcut ? (
            <Kbd size="xs" aria-hidden>
              {action.shortcut}
            </Kbd>
          ) : undefined
        }
        aria-keyshortcuts={action.shortcut}
        c={action.danger && !action.disabledReason ? 'var(--mantine-color-error)' : undefined}
        aria-disabled={action.disabledReason ? true : undefined}
        data-disabled={action.disabledReason ? true : undefined}
        closeMenuOnClick={!action.disabledReason}
        style={{ pointerEvents: 'auto' }}
        onClick={action.disabledReason ? undefined : action.onClick}
      >
        {action.label}
      </Menu.Item>
    </Tooltip>
  ));
}
