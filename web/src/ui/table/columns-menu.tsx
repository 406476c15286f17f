import { Button, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { memo } from 'react';
import { useDesktop } from '../hooks/screen.ts';
import { lazyComponent } from '../lazy-component.tsx';
import { UI_TEXTS } from '../texts.ts';
import classes from './list-page.module.css';
import type { ColumnSettings } from './use-columns.ts';

/** Loaded when the menu opens, because most visits of a list never open it. */
const ColumnSettingsMenu = lazyComponent(
  async () => (await import('./column-settings-menu.tsx')).ColumnSettingsMenu,
);

function PlainColumnsMenu({ columns }: { columns: ColumnSettings }) {
  const isDesktop = useDesktop();
  const icon = <IconColumns3 size={16} stroke={1.5} aria-hidden />;
  return (
    <Popover position="bottom-end" shadow="md" returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          className={classes.columns}
          px={isDesktop ? undefined : 10}
          leftSection={isDesktop ? icon : undefined}
          aria-label={UI_TEXTS.columns}
        >
          {isDesktop ? UI_TEXTS.columns : icon}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" maw="calc(100vw - 16px)">
        <ColumnSettingsMenu columns={columns} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Shows, hides and orders the columns of a list. Phones show cards, which have no columns. */
export const ColumnsMenu = memo(PlainColumnsMenu);
