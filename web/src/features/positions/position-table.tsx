import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Table.css';
import { Paper, Table, Text } from '@mantine/core';
import { SIDES } from '@spichlerz/shared/domain/side';
import { usePhone } from '../../ui/hooks/screen.ts';
import { PositionCards } from './position-cards.tsx';
import {
  PositionDifference,
  type PositionRow,
  type PositionRows,
  SIDE_COLUMN,
  SideFigure,
} from './position-figures.tsx';
import classes from './positions-page.module.css';

/**
 * The table of purchase, sales and their difference. The totals are a header row, and each
 * figure links to its contracts.
 */
export function PositionTable(props: PositionRows) {
  const isPhone = usePhone();
  if (isPhone) return <PositionCards {...props} />;
  const { label, first, rawMaterialId, total, rows, empty } = props;
  return (
    <Paper withBorder>
      <Table.ScrollContainer
        minWidth={520}
        scrollAreaProps={{ offsetScrollbars: 'present', viewportProps: { tabIndex: 0 } }}
      >
        <Table aria-label={label} className={classes.figure}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{first}</Table.Th>
              {SIDES.map((side) => (
                <Table.Th key={side} scope="col" ta="right">
                  {SIDE_COLUMN[side]}
                </Table.Th>
              ))}
              <Table.Th scope="col" ta="right">
                Pozycja
              </Table.Th>
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

type RowProps = { row: PositionRow; rawMaterialId: number; strong?: boolean };

function Row({ row, rawMaterialId, strong = false }: RowProps) {
  return (
    <Table.Tr fw={strong ? 600 : undefined}>
      <Table.Th scope="row" fw="inherit">
        {row.title}
      </Table.Th>
      {SIDES.map((side) => (
        <Table.Td key={side} ta="right">
          <SideFigure side={side} row={row} rawMaterialId={rawMaterialId} />
        </Table.Td>
      ))}
      <Table.Td ta="right">
        <PositionDifference row={row} />
      </Table.Td>
    </Table.Tr>
  );
}
