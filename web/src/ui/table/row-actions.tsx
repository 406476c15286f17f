import { Kbd, Menu } from '@mantine/core';
import { type ReactElement, type ReactNode, startTransition } from 'react';
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
  return actions.map(menuItem);
}

function menuItem({ label, onClick, icon, danger, shortcut, disabledReason }: RowAction) {
  return (
    <Menu.Item
      key={label}
      leftSection={icon}
      rightSection={
        shortcut ? (
          <Kbd size="xs" aria-hidden>
            {shortcut}
          </Kbd>
        ) : undefined
      }
      aria-keyshortcuts={shortcut}
      c={danger && !disabledReason ? 'var(--mantine-color-error)' : undefined}
      aria-disabled={disabledReason ? true : undefined}
      data-disabled={disabledReason ? true : undefined}
      data-tip={disabledReason ?? undefined}
      aria-description={disabledReason ?? undefined}
      closeMenuOnClick={!disabledReason}
      style={{ pointerEvents: 'auto' }}
      // the menu closes before a large dialog is rendered
      onClick={disabledReason ? undefined : () => startTransition(() => onClick())}
    >
      {label}
    </Menu.Item>
  );
}
