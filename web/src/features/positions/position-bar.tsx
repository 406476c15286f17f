import '@mantine/core/styles/Progress.css';
import { Group, Progress, Text } from '@mantine/core';
import type { BySide } from '@spichlerz/shared/domain/side';
import { SIDES } from '@spichlerz/shared/domain/side';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { SIDE_COLUMN } from './position-figures.tsx';
import classes from './positions-page.module.css';

/** The same colours as in the chart by months. */
const COLORS: BySide<string> = { purchase: 'field.6', sales: 'blue.6' };

/** The purchased and the sold quantity as bars, relative to the larger of the two, with a legend. */
export function PositionBar({ amounts }: { amounts: BySide<number> }) {
  const most = Math.max(amounts.purchase, amounts.sales, 1);
  return (
    <div>
      {SIDES.map((side) => (
        <Progress
          key={side}
          aria-hidden
          value={(amounts[side] / most) * 100}
          color={COLORS[side]}
          size={8}
          radius="xs"
          mb={4}
        />
      ))}
      <Group justify="space-between" gap="xs" mt={8}>
        {SIDES.map((side) => (
          <div key={side} className={classes.side}>
            <Text fz="xs" c="dimmed">
              <Text component="span" aria-hidden className={classes.swatch} bg={COLORS[side]} />
              {SIDE_COLUMN[side]}
            </Text>
            <Text fz="sm" className={classes.figure}>
              {formatTonnes(amounts[side])}
            </Text>
          </div>
        ))}
      </Group>
    </div>
  );
}
