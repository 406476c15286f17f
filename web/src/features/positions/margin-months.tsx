import { Anchor, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { MarginRow } from '@spichlerz/shared/wire/margin';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { marginsQuery } from '../../api/margins.ts';
import { sectionsOf } from '../../components/margin-rows.ts';
import { MarginTable } from '../../components/margin-table.tsx';
import { MixedAmounts } from '../../components/mixed-amounts.tsx';
import { realizedIn, realizedInMonth, type TransportSearch } from '../../components/realized-search.ts';
import { FailedState } from '../../ui/table/list-outcome.tsx';
import type { PositionRange } from './use-position-range.ts';

type Props = { rawMaterialId: number; name: string; range: PositionRange };

/** The margins of a raw material by month: so far and planned. */
export function MarginMonths({ rawMaterialId, name, range }: Props) {
  const limits = {
    ...(range.dateFrom === '' ? {} : { dateFrom: range.dateFrom }),
    ...(range.dateTo === '' ? {} : { dateTo: range.dateTo }),
  };
  const query = useQuery(marginsQuery({ groupBy: 'MONTH', rawMaterialId, ...limits }));
  const material = { rawMaterialId: String(rawMaterialId) };
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="xs">
        <div>
          <Title order={2}>Marża według miesięcy</Title>
          <Text c="dimmed" fz="sm">
            Transport liczy się w dniu dostawy, a przed nią w dniu rozładunku.
          </Text>
        </div>
        <Anchor
          fz="sm"
          renderRoot={(props: object) => (
            <Link {...props} to="/margins" search={{ dateFrom: '', ...limits, ...material }} />
          )}
        >
          Pokaż w marżach
        </Anchor>
      </Group>
      {query.data === undefined ? (
        query.error ? (
          <FailedState error={query.error} onRetry={query.refetch} />
        ) : (
          <Skeleton height={200} radius="md" />
        )
      ) : query.data.rows.length === 0 ? (
        <Text c="dimmed" fz="sm">
          W tym okresie nie ma transportów ani alokacji tego surowca.
        </Text>
      ) : (
        <MonthTables
          rows={query.data.rows}
          label={`${name}: marża według miesięcy`}
          searchOf={(row) => ({ ...realizedInMonth(row.key, range), ...material })}
          totalSearch={{ ...realizedIn(range), ...material }}
        />
      )}
    </Stack>
  );
}

type TablesProps = {
  rows: readonly MarginRow[];
  label: string;
  searchOf: (row: MarginRow) => TransportSearch;
  totalSearch: TransportSearch;
};

function MonthTables({ rows, label, searchOf, totalSearch }: TablesProps) {
  const { earning, mixed } = sectionsOf(rows);
  return (
    <>
      {earning.map((section) => (
        <MarginTable
          key={section.currency}
          label={`${label}, ${section.currency}`}
          first="Miesiąc"
          rows={section.rows}
          searchOf={searchOf}
          totalSearch={totalSearch}
        />
      ))}
      <MixedAmounts
        label={`${label}, kwoty w kilku walutach`}
        first="Miesiąc"
        rows={mixed}
        searchOf={searchOf}
      />
    </>
  );
}
