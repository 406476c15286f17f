import '../field/checkbox.css';
import { Box, Button, Checkbox, FocusTrap, Group, Stack } from '@mantine/core';
import { MoveButtons } from '../form/move-buttons.tsx';
import { UI_TEXTS } from '../texts.ts';
import type { ColumnSettings } from './use-columns.ts';
import { useDensity } from './use-density.ts';

export function ColumnSettingsMenu({ columns }: { columns: ColumnSettings }) {
  const { isDense, setDense } = useDensity();
  const { fixed } = columns;
  return (
    <FocusTrap>
      <div>
        <Checkbox
          size="xs"
          px={4}
          pb={8}
          label={UI_TEXTS.denseRows}
          checked={isDense}
          onChange={(event) => setDense(event.currentTarget.checked)}
        />
        <Box mah="min(420px, 60dvh)" style={{ overflowY: 'auto' }}>
          <Stack gap={0} miw={264}>
            {columns.items.map(({ id, name, isShown }, index) => (
              <Group key={id} justify="space-between" wrap="nowrap" gap="md" mih={34} px={4}>
                <Checkbox
                  size="xs"
                  label={name}
                  description={index < fixed ? UI_TEXTS.columnStays : undefined}
                  disabled={index < fixed}
                  checked={isShown}
                  onChange={(event) => columns.show(id, event.currentTarget.checked)}
                />
                {index < fixed ? null : (
                  <MoveButtons
                    name={name}
                    index={index - fixed}
                    count={columns.items.length - fixed}
                    onMove={(to) => columns.move(index, to + fixed)}
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
      </div>
    </FocusTrap>
  );
}
