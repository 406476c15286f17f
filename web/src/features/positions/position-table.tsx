import { Group, Paper, Table, Text } from '@mantine/core';
import { longShortKg } from '@spichlerz/shared/domain/position';
import { SIDES } from '@spichlerz/shared/domain/side';
import { formatTonnes } from '../../words/format.ts';
import { LongShortBadge } from './long-short-badge.tsx';
import { type ContractSearch, OpenContractsLink } from './open-contracts-link.tsx';
import classes from './positions-page.module.css';

export type PositionTableRow = {
  key: string;
  title: string;
  purchase: number;
  sales: number;
  /** Which of the open contracts the figures are the sum of. */
  search: ContractSearch;
};

type Props = {
  label: string;
  /** What a row stands for: a quality, a month. */
  first: string;
  rawMaterialId: number;
  total: PositionTableRow;
  rows: readonly PositionTableRow[];
  empty: string;
};

/** Purchase, sales and the difference, totals as the header row; each figure opens the contracts behind it. */
export function PositionTable({ label, first, rawMaterialId, total, rows, empty }: Props) {
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={label} className={classes.figure}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{first}</Table.Th>
              {['Zakup', 'Sprzedaż', 'Pozycja'].map((column) => (
                <Table.Th key={column} scope="col" ta="right">
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
            <Row row={total} rawMaterialId={rawMaterialId} strong />
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Row key={row.key} row={row} rawMaterialId={rawMaterialId} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length === 0 ? (
        <Text c="dimmed" fz="sm" p="md">
          {empty}
        </Text>
      ) : null}
    </Paper>
  );
}

type RowProps = { row: PositionTableRow; rawMaterialId: number; strong?: boolean };

function Row({ row, rawMaterialId, strong = false }: RowProps) {
  const difference = longShortKg(row);
  return (
    <Table.Tr fw={strong ? 600 : undefined}>
      <Table.Td>{row.title}</Table.Td>
      {SIDES.map((side) => (
        <Table.Td key={side} ta="right">
          <OpenContractsLink
            side={side}
            rawMaterialId={rawMaterialId}
            kg={row[side]}
            about={row.title}
            search={row.search}
          />
        </Table.Td>
      ))}
      <Table.Td ta="right">
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <span>{formatTonnes(Math.abs(difference))}</span>
          <LongShortBadge kg={difference} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
