import { Box, Button, Checkbox, Group, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { memo } from 'react';
import { MoveButtons } from '../form/move-buttons.tsx';
import { useDesktop } from '../hooks/screen.ts';
import { UI_TEXTS } from '../texts.ts';
import classes from './list-page.module.css';
import type { ColumnSettings } from './use-columns.ts';

function PlainColumnsMenu({ columns }: { columns: ColumnSettings }) {
  const isDesktop = useDesktop();
  const icon = <IconColumns3 size={16} stroke={1.5} aria-hidden />;
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
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
        <Box mah="min(420px, 60dvh)" style={{ overflowY: 'auto' }}>
          <Stack gap={0} miw={264}>
            {columns.items.map(({ id, name, isShown }, index) => (
              <Group key={id} justify="space-between" wrap="nowrap" gap="md" mih={34} px={4}>
                <Checkbox
                  size="xs"
                  label={name}
                  description={index === 0 ? UI_TEXTS.columnStays : undefined}
                  disabled={index === 0}
                  checked={isShown}
                  onChange={(event) => columns.show(id, event.currentTarget.checked)}
                />
                {index === 0 ? null : (
                  <MoveButtons
                    name={name}
                    index={index - 1}
                    count={columns.items.length - 1}
                    onMove={(to) => columns.move(index, to + 1)}
                  />
                )}
              </Group>
            ))}
          </Stack>
        </Box>
        <Button
          variant="subtle"
          size="compact-sm"
          fullWidth
          mt="xs"
          disabled={!columns.isChanged}
          onClick={columns.restore}
        >
          {UI_TEXTS.restoreColumns}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Shows, hides and orders the columns of a list. Phones show cards, which have no columns. */
export const ColumnsMenu = memo(PlainColumnsMenu);
