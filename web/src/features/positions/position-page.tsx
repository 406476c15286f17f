import { Group, Paper, Table, Text } from '@mantine/core';
import { longShortKg } from '@spichlerz/shared/domain/position';
import type { Position } from '@spichlerz/shared/wire/positions';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { positionsQuery } from '../../api/positions.ts';
import { usePageTrail } from '../../components/page-trail.ts';
import { RecordGate } from '../../components/record-gate.tsx';
import { Page } from '../../ui/page.tsx';
import { formatTonnes } from '../../words/format.ts';
import { PositionBar } from './position-bar.tsx';
import classes from './positions-page.module.css';
import { LongShortBadge } from './positions-page.tsx';
import { usePositionRange } from './use-position-range.ts';

/** One raw material: totals as the header row, a row for each quality. */
export function PositionPage() {
  const id = Number(useParams({ strict: false }).id);
  const { range } = usePositionRange();
  const query = useQuery(positionsQuery(range));
  return (
    <RecordGate query={query}>
      {(positions) => {
        const position = positions.find((candidate) => candidate.id === id);
        return position === undefined ? <Navigate to="/404" replace /> : <Details position={position} />;
      }}
    </RecordGate>
  );
}

function Details({ position }: { position: Position }) {
  usePageTrail(position.translatePl);
  return (
    <Page title={position.translatePl} badge={<LongShortBadge kg={longShortKg(position)} />}>
      <Paper withBorder p="md">
        <PositionBar purchase={position.purchase} sales={position.sales} />
      </Paper>
      <Paper withBorder>
        <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table aria-label={`Pozycja: ${position.translatePl}`} className={classes.figure}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Jakość</Table.Th>
                <Table.Th scope="col" ta="right">
                  Zakup
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  Sprzedaż
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  Pozycja
                </Table.Th>
              </Table.Tr>
              <Row title="Razem" figures={position} strong />
            </Table.Thead>
            <Table.Tbody>
              {position.details.map((detail) => (
                <Row key={detail.id} title={detail.title} figures={detail} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {position.details.length === 0 ? (
          <Text c="dimmed" fz="sm" p="md">
            Ten surowiec nie ma teraz otwartych kontraktów.
          </Text>
        ) : null}
      </Paper>
    </Page>
  );
}

type RowProps = { title: string; figures: { purchase: number; sales: number }; strong?: boolean };

function Row({ title, figures, strong = false }: RowProps) {
  const difference = longShortKg(figures);
  return (
    <Table.Tr fw={strong ? 600 : undefined}>
      <Table.Td>{title}</Table.Td>
      <Table.Td ta="right">{formatTonnes(figures.purchase)}</Table.Td>
      <Table.Td ta="right">{formatTonnes(figures.sales)}</Table.Td>
      <Table.Td ta="right">
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <span>{formatTonnes(Math.abs(difference))}</span>
          <LongShortBadge kg={difference} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
