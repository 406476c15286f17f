import { Paper } from '@mantine/core';
import { longShortKg } from '@spichlerz/shared/domain/position';
import type { Position } from '@spichlerz/shared/wire/positions';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { positionsQuery } from '../../api/positions.ts';
import { usePageTrail } from '../../components/page-trail.ts';
import { RecordGate } from '../../components/record-gate.tsx';
import { Page } from '../../ui/page.tsx';
import { DeliveryMonths } from './delivery-months.tsx';
import { LongShortBadge } from './long-short-badge.tsx';
import { PositionBar } from './position-bar.tsx';
import { PositionFilters } from './position-filters.tsx';
import { PositionTable } from './position-table.tsx';
import { type PositionRange, usePositionRange } from './use-position-range.ts';

/** One raw material: totals as the header row, a row for each quality, and what is due month by month. */
export function PositionPage() {
  const id = Number(useParams({ strict: false }).id);
  const { range } = usePositionRange();
  const query = useQuery(positionsQuery(range));
  return (
    <RecordGate query={query}>
      {(positions) => {
        const position = positions.find((candidate) => candidate.id === id);
        return position === undefined ? (
          <Navigate to="/404" replace />
        ) : (
          <Details position={position} range={range} actions={<PositionFilters query={query} />} />
        );
      }}
    </RecordGate>
  );
}

type Props = { position: Position; range: PositionRange; actions: ReactNode };

function Details({ position, range, actions }: Props) {
  const { id, translatePl: name } = position;
  usePageTrail(name);
  const search = {
    ...(range.dateFrom === '' ? {} : { dateOfReceiptFrom: range.dateFrom }),
    ...(range.dateTo === '' ? {} : { dateOfReceiptTo: range.dateTo }),
  };
  const total = { ...position, key: 'total', title: 'Razem', search };
  return (
    <Page title={name} badge={<LongShortBadge kg={longShortKg(position)} />} actions={actions}>
      <Paper withBorder p="md">
        <PositionBar purchase={position.purchase} sales={position.sales} />
      </Paper>
      <PositionTable
        label={`Pozycja: ${name}`}
        first="Jakość"
        rawMaterialId={id}
        total={total}
        rows={position.details.map((detail) => ({
          ...detail,
          key: String(detail.id),
          search: { ...search, rawMaterialQualityId: String(detail.id) },
        }))}
        empty="Ten surowiec nie ma teraz otwartych kontraktów."
      />
      <DeliveryMonths rawMaterialId={id} name={name} range={range} total={total} />
    </Page>
  );
}
