import { Paper } from '@mantine/core';
import { longShortKg } from '@spichlerz/shared/domain/position';
import type { Position } from '@spichlerz/shared/wire/positions';
import { Navigate, useParams } from '@tanstack/react-router';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { useBreadcrumbs } from '../../components/use-breadcrumbs.ts';
import { Page } from '../../ui/page.tsx';
import { DeliveryMonths } from './delivery-months.tsx';
import { MarginMonths } from './margin-months.tsx';
import { PositionBar } from './position-bar.tsx';
import { BackwardsRange, LongShortBadge } from './position-figures.tsx';
import { PositionFilters } from './position-filters.tsx';
import { PositionTable } from './position-table.tsx';
import { type PositionRange, usePositions } from './use-position-range.ts';

/**
 * The page of one raw material: a table with totals and a row per quality, and the quantities by month. The
 * title row with the range stays mounted during loading and errors, so that the focused field is not lost.
 */
export function PositionPage() {
  const id = Number(useParams({ from: '/app/positions/$id' }).id);
  const { range, problem, query } = usePositions();
  const position = query.data?.find((candidate) => candidate.id === id);
  useBreadcrumbs(position?.translatePl);
  return (
    <Page
      title={position?.translatePl ?? 'Pozycja'}
      badge={
        position !== undefined && problem === undefined ? (
          <LongShortBadge kg={longShortKg(position)} />
        ) : undefined
      }
      actions={<PositionFilters query={query} />}
    >
      {problem === undefined ? (
        <QueryBoundary query={query}>
          {() =>
            position === undefined ? (
              <Navigate to="/404" replace />
            ) : (
              <Details position={position} range={range} />
            )
          }
        </QueryBoundary>
      ) : (
        <BackwardsRange problem={problem} />
      )}
    </Page>
  );
}

type Props = { position: Position; range: PositionRange };

function Details({ position, range }: Props) {
  const { id, translatePl: name } = position;
  const search = {
    ...(range.dateFrom === '' ? {} : { dateOfReceiptFrom: range.dateFrom }),
    ...(range.dateTo === '' ? {} : { dateOfReceiptTo: range.dateTo }),
  };
  const total = { ...position, key: 'total', title: 'Razem', search };
  return (
    <>
      <Paper withBorder p="md">
        <PositionBar amounts={position} />
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
      <MarginMonths rawMaterialId={id} name={name} range={range} />
    </>
  );
}
