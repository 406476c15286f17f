import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { RUNNING_STATUSES } from '@spichlerz/shared/domain/contract';
import { type DueQuantity, NEXT_SEASON, OVERDUE } from '@spichlerz/shared/domain/position';
import { formatMonth, formatTonnes, todayInWarsaw } from '@spichlerz/shared/words/figures';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { deliveryMonthsQuery } from '../../api/positions.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { FailedState } from '../../ui/table/list-outcome.tsx';
import { formatWholeTonnes } from '../../words/format.ts';
import type { ContractSearch } from './open-contracts-link.tsx';
import type { PositionRow } from './position-figures.tsx';
import { PositionTable } from './position-table.tsx';
import type { PositionRange } from './use-position-range.ts';

// The chart library is larger than the rest of the page, so it loads separately.
const GroupedBars = lazyComponent(
  async () => (await import('../../ui/chart/grouped-bars.tsx')).GroupedBars,
  <Skeleton height={280} />,
);

type Props = { rawMaterialId: number; name: string; range: PositionRange; total: PositionRow };

/** Purchase and sales quantities by the month in which the receipt range ends. */
export function DeliveryMonths({ rawMaterialId, name, range, total }: Props) {
  const query = useQuery(deliveryMonthsQuery(rawMaterialId, range));
  if (query.data === undefined)
    return query.error ? (
      <FailedState error={query.error} onRetry={query.refetch} />
    ) : (
      <Skeleton height={280} radius="md" />
    );
  const label = `${name}: zakup i sprzedaż według miesięcy dostawy`;
  return (
    <Stack gap="md">
      <div>
        <Title order={2}>Według miesiąca dostawy</Title>
        <Text c="dimmed" fz="sm">
          Kontrakt liczy się w miesiącu, w którym kończy się jego termin odbioru lub dostawy.
        </Text>
      </div>
      {query.data.length > 0 ? (
        <Paper withBorder p="md">
          <GroupedBars
            label={label}
            rows={query.data.map((due) => ({
              label: bucketTitle(due.bucket),
              first: due.purchase,
              second: due.sales,
            }))}
            first={{ label: 'Zakup', color: 'field.6' }}
            second={{ label: 'Sprzedaż', color: 'blue.6' }}
            format={formatTonnes}
            formatTick={formatWholeTonnes}
          />
        </Paper>
      ) : null}
      <PositionTable
        label={label}
        first="Miesiąc"
        rawMaterialId={rawMaterialId}
        total={total}
        rows={query.data.map((due) => monthRow(due, total.search))}
        empty="Nie ma nic do dostarczenia w tym okresie."
      />
    </Stack>
  );
}

function monthRow(due: DueQuantity, search: ContractSearch): PositionRow {
  return {
    ...due,
    key: due.bucket,
    title: bucketTitle(due.bucket),
    search: { ...search, ...bucketSearch(due.bucket) },
  };
}

function bucketTitle(bucket: string): string {
  if (bucket === OVERDUE) return 'Po terminie';
  if (bucket === NEXT_SEASON) return 'Następny sezon';
  return formatMonth(bucket);
}

/**
 * The contract filters of a bar. The bar of the next season filters by status only. The other bars also filter
 * by the last receipt date.
 */
function bucketSearch(bucket: string): ContractSearch {
  if (bucket === NEXT_SEASON) return { contractStatus: [NEXT_SEASON] };
  const contractStatus = [...RUNNING_STATUSES];
  if (bucket === OVERDUE) {
    return { contractStatus, receiptEndsTo: dayjs(todayInWarsaw()).subtract(1, 'day').format('YYYY-MM-DD') };
  }
  const first = dayjs(`${bucket}-01`);
  return {
    contractStatus,
    receiptEndsFrom: [todayInWarsaw(), first.format('YYYY-MM-DD')].toSorted().at(-1) ?? '',
    receiptEndsTo: first.endOf('month').format('YYYY-MM-DD'),
  };
}
