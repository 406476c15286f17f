import { Group, Paper, Text } from '@mantine/core';
import { SIDES } from '@spichlerz/shared/domain/side';
import classes from './position-cards.module.css';
import { PositionDifference, type PositionRows, SIDE_COLUMN, SideFigure } from './position-figures.tsx';

/** The table on a phone: each row a card that says its position beside its name. */
export function PositionCards({ label, rawMaterialId, total, rows, empty }: PositionRows) {
  return (
    <>
      <ul aria-label={label} className={classes.cards}>
        {[total, ...rows].map((row) => (
          <Paper key={row.key} component="li" withBorder p="sm">
            <Group justify="space-between" gap="xs" fw={600}>
              <span>{row.title}</span>
              <PositionDifference row={row} />
            </Group>
            <dl className={classes.sides}>
              {SIDES.map((side) => (
                <div key={side}>
                  <dt>{SIDE_COLUMN[side]}</dt>
                  <dd>
                    <SideFigure side={side} row={row} rawMaterialId={rawMaterialId} />
                  </dd>
                </div>
              ))}
            </dl>
          </Paper>
        ))}
      </ul>
      {rows.length === 0 ? (
        <Text c="dimmed" fz="sm">
          {empty}
        </Text>
      ) : null}
    </>
  );
}
