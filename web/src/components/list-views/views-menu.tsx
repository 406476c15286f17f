import { Button, Menu } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useDesktop } from '../../ui/hooks/screen.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { isSame } from '../../ui/table/list-params.ts';
import type { ColumnSettings } from '../../ui/table/use-columns.ts';
import { useDensity } from '../../ui/table/use-density.ts';
import { useListView } from './shown-view.tsx';
import { viewAddress } from './view-address.ts';
import type { ViewDialogKind, ViewState } from './view-state.ts';
import classes from './views-menu.module.css';

type Props = {
  /** The path of the list in the menu, which identifies its saved views. */
  list: string;
  columns: ColumnSettings;
};

const ViewsMenuItems = lazyComponent(async () => (await import('./views-menu-items.tsx')).ViewsMenuItems);
const ViewDialog = lazyComponent(async () => (await import('./view-dialog.tsx')).ViewDialog);

/** A menu to choose, save and share the views of a list. */
export function ViewsMenu({ list, columns }: Props) {
  const isDesktop = useDesktop();
  const view = useListView();
  const { isDense } = useDensity();
  const address = useLocation({ select: ({ pathname, searchStr }) => viewAddress(pathname, searchStr) });
  const [dialog, setDialog] = useState<ViewDialogKind | null>(null);
  const { order, hidden } = columns.preferences;
  const state: ViewState = {
    list,
    address,
    columnOrder: [...order],
    hiddenColumns: [...hidden],
    isDense,
  };
  const isChanged =
    view !== undefined &&
    !isSame(
      [view.address, view.columnOrder, view.hiddenColumns, view.isDense],
      [state.address, state.columnOrder, state.hiddenColumns, state.isDense],
    );
  const name = view === undefined ? 'Widoki' : isChanged ? `${view.name} (zmieniony)` : view.name;
  const label = view === undefined ? name : `Widok: ${name}`;
  const hasName = isDesktop || view !== undefined;
  const icon = <IconBookmark size={16} stroke={1.5} aria-hidden />;
  return (
    <>
      <Menu position="bottom-end" shadow="md" width="max-content">
        <Menu.Target>
          <Button
            variant="default"
            px={hasName ? undefined : 10}
            leftSection={hasName ? icon : undefined}
            aria-label={label}
            classNames={{ label: classes.name ?? '' }}
            data-tip={view === undefined ? undefined : label}
          >
            {hasName ? name : icon}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.dropdown ?? ''}>
          <ViewsMenuItems
            state={state}
            view={view}
            isChanged={isChanged}
            restoreColumns={columns.restore}
            onOpenDialog={setDialog}
          />
        </Menu.Dropdown>
      </Menu>
      {dialog === null ? null : (
        <ViewDialog
          state={state}
          view={dialog === 'edit' ? view : undefined}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
