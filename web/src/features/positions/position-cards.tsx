import { Group, Text } from '@mantine/core';
import { SIDES } from '@spichlerz/shared/domain/side';
import cards from '../../ui/table/cards.module.css';
import { PositionDifference, type PositionRows, SIDE_COLUMN, SideFigure } from './position-figures.tsx';

/** Replaces the table on a phone: a card per row, with the position beside the name of the row. */
export function PositionCards({ label, rawMaterialId, total, rows, empty }: PositionRows) {
  return (
    <>
      <ul aria-label={label} className={cards.cards}>
        {[total, ...rows].map((row) => (
          <li key={row.key} className={cards.card}>
            <Group justify="space-between" gap="xs" fw={600}>
              <span style={{ overflowWrap: 'anywhere' }}>{row.title}</span>
              <PositionDifference row={row} />
            </Group>
            <dl className={cards.figures}>
              {SIDES.map((side) => (
                <div key={side}>
                  <dt>{SIDE_COLUMN[side]}</dt>
                  <dd>
                    <SideFigure side={side} row={row} rawMaterialId={rawMaterialId} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
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
