import { Badge, EmptyState, Group, Paper } from '@mantine/core';
import { longShortKg } from '@spichlerz/shared/domain/position';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { IconCalendarX } from '@tabler/icons-react';
import { type ContractSearch, OpenContractsLink } from './open-contracts-link.tsx';

export type PositionRow = {
  key: string;
  title: string;
  purchase: number;
  sales: number;
  /** The filters of the contracts that the figures sum up. */
  search: ContractSearch;
};

export type PositionRows = {
  label: string;
  /** The heading of the first column: quality or month. */
  first: string;
  rawMaterialId: number;
  total: PositionRow;
  rows: readonly PositionRow[];
  empty: string;
};

export const SIDE_COLUMN: BySide<string> = { purchase: 'Zakup', sales: 'Sprzedaż' };

type SideProps = { side: Side; row: PositionRow; rawMaterialId: number };

export function SideFigure({ side, row, rawMaterialId }: SideProps) {
  return (
    <OpenContractsLink
      side={side}
      rawMaterialId={rawMaterialId}
      kg={row[side]}
      about={row.title}
      search={row.search}
    />
  );
}

export function PositionDifference({ row }: { row: PositionRow }) {
  const difference = longShortKg(row);
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <span>{formatTonnes(difference)}</span>
      <LongShortBadge kg={difference} w={84} />
    </Group>
  );
}

/**
 * Long if more is bought than sold, short if more is sold, closed if both are equal. A fixed width `w` aligns
 * the figures beside the badge.
 */
export function LongShortBadge({ kg, w }: { kg: number; w?: number }) {
  const [color, word] = kg === 0 ? ['gray', 'Zamknięta'] : kg > 0 ? ['field', 'Długa'] : ['red', 'Krótka'];
  return (
    <Badge color={color} w={w}>
      {word}
    </Badge>
  );
}

/** The error that replaces the figures if the range ends before its start. */
export function BackwardsRange({ problem }: { problem: string }) {
  return (
    <Paper withBorder p="xl" component="output" display="block">
      <EmptyState
        icon={<IconCalendarX size={36} stroke={1.5} />}
        title="W tym okresie nie ma żadnego dnia"
        description={problem}
      />
    </Paper>
  );
}
