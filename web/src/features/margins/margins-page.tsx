import '../../ui/field/combobox.css';
import { EmptyState, Paper, Select, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { MARGIN_GROUPS, type MarginGroup } from '@spichlerz/shared/domain/margin';
import type { MarginRow } from '@spichlerz/shared/wire/margin';
import { EMPTY, formatPrice, formatTonnes, formatWhole } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { MARGIN_GROUP_LABELS } from '@spichlerz/shared/words/margin';
import { IconMoodEmpty } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { marginsExport, marginsQuery } from '../../api/margins.ts';
import { rawMaterialTabsQuery } from '../../api/reference.ts';
import { type EarningRow, sectionsOf, totalOf } from '../../components/margin-rows.ts';
import { MarginTable } from '../../components/margin-table.tsx';
import { MixedAmounts } from '../../components/mixed-amounts.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Page } from '../../ui/page.tsx';
import { TabBar } from '../../ui/tab-bar.tsx';
import { ExportMenu } from '../../ui/table/export-menu.tsx';
import { FailedState } from '../../ui/table/list-outcome.tsx';
import { RefreshButton } from '../../ui/table/refresh-button.tsx';
import { UI_TEXTS } from '../../ui/texts.ts';
import { formatMoney } from '../../words/format.ts';
import { formatMarginPercent } from '../../words/margin.ts';
import { BackwardsRange } from '../positions/position-figures.tsx';
import { RangeDay } from '../positions/range-day.tsx';
import { barsOf } from './margin-bars.ts';
import { transportsOf, transportsOfRow } from './margin-links.ts';
import classes from './margins-page.module.css';
import { limitsOf, type MarginSearch, useMarginSearch } from './use-margin-search.ts';

// The chart library is larger than the rest of the page, so it loads separately.
const GroupedBars = lazyComponent(
  async () => (await import('../../ui/chart/grouped-bars.tsx')).GroupedBars,
  <Skeleton height={280} />,
);

const GROUP_TABS = MARGIN_GROUPS.map((value) => ({ value, label: MARGIN_GROUP_LABELS[value] }));

/** The report of realized and planned margins, grouped by month, raw material, contractor or owner. */
export function MarginsPage() {
  const { search, problem, change } = useMarginSearch();
  const body = { groupBy: search.groupBy, ...limitsOf(search) };
  const query = useQuery({ ...marginsQuery(body), enabled: problem === undefined });
  const materials = useQuery(rawMaterialTabsQuery).data ?? [];
  const rows = query.data?.rows;

  return (
    <Page
      title="Marże"
      actions={
        <>
          <RefreshButton
            isFetching={query.isFetching}
            updatedAt={query.dataUpdatedAt}
            onRefresh={() => (problem === undefined ? query.refetch() : undefined)}
          />
          <ExportMenu onExport={marginsExport(body)} disabledReason={problem ?? exportDisabledReason(rows)} />
        </>
      }
    >
      <div className={classes.filters}>
        <RangeDay
          label="Od"
          value={search.dateFrom}
          excludeDate={(day) => search.dateTo !== '' && day > search.dateTo}
          startAt={search.dateTo}
          onChange={(dateFrom) => change({ dateFrom })}
        />
        <RangeDay
          label="Do"
          value={search.dateTo}
          error={problem}
          excludeDate={(day) => day < search.dateFrom}
          startAt={search.dateFrom}
          onChange={(dateTo) => change({ dateTo })}
        />
        <Select
          className={classes.material}
          label={HEADERS.rawMaterial}
          placeholder="Wszystkie"
          data={materials.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={search.rawMaterialId === null ? null : String(search.rawMaterialId)}
          onChange={(id) => change({ rawMaterialId: id === null ? null : Number(id) })}
          clearable
          openOnFocus={false}
          clearButtonProps={{ 'aria-label': UI_TEXTS.clear, tabIndex: -1 }}
        />
      </div>
      <Text fz="sm" c="dimmed">
        Transport liczy się w dniu dostawy, a przed nią w dniu rozładunku. Otwarta ilość liczy się z końcem
        terminu dostawy, po cenach kontraktów. Walut nie przeliczamy.
      </Text>
      <TabBar
        label="Grupuj według"
        value={search.groupBy}
        tabs={GROUP_TABS}
        onChange={(groupBy) => change({ groupBy })}
      />
      {problem === undefined ? (
        <Report query={query} search={search} />
      ) : (
        <BackwardsRange problem={problem} />
      )}
    </Page>
  );
}

function exportDisabledReason(rows: readonly MarginRow[] | undefined): string | null {
  if (rows === undefined) return UI_TEXTS.exportNotYet;
  return rows.length === 0 ? UI_TEXTS.exportEmpty : null;
}

type ReportProps = {
  query: {
    data: { rows: MarginRow[] } | undefined;
    error: unknown;
    refetch: () => unknown;
    isPlaceholderData: boolean;
  };
  search: MarginSearch;
};

function Report({ query, search }: ReportProps) {
  if (query.data === undefined)
    return query.error ? (
      <FailedState error={query.error} onRetry={query.refetch} />
    ) : (
      <Skeleton height={420} radius="md" aria-busy />
    );
  const { rows } = query.data;
  if (rows.length === 0)
    return (
      <Paper withBorder p="xl" component="output" display="block">
        <EmptyState
          icon={<IconMoodEmpty size={36} stroke={1.5} />}
          title="W tym okresie nie ma marży"
          description="Marża powstaje z transportów i z zaalokowanych kontraktów. Zmień okres albo surowiec."
        />
      </Paper>
    );
  const { earning, mixed } = sectionsOf(rows);
  const hasTitles = earning.length + Math.min(mixed.length, 1) > 1;
  return (
    <Stack gap="lg" className={query.isPlaceholderData ? classes.dimmed : undefined}>
      {earning.map((section) => (
        <CurrencySection
          key={section.currency}
          title={hasTitles ? `Kwoty w ${section.currency}` : null}
          rows={section.rows}
          search={search}
        />
      ))}
      <MixedAmounts
        label={HEADERS.mixedAmounts}
        first={MARGIN_GROUP_LABELS[search.groupBy]}
        rows={mixed}
        searchOf={(row) => transportsOfRow(search, row.key)}
      />
    </Stack>
  );
}

type SectionProps = { title: string | null; rows: readonly EarningRow[]; search: MarginSearch };

/** The largest number of groups in the chart. More bars would be too narrow to distinguish. */
const CHART_ROWS = 14;
/** The largest number of months in the chart. Months have shorter labels, and some have empty bars. */
const CHART_MONTHS = 18;

const CHART_TITLES: Readonly<Record<MarginGroup, string>> = {
  MONTH: 'Marża według miesięcy',
  MATERIAL: 'Marża według surowców',
  RECIPIENT: 'Marża według odbiorców',
  SUPPLIER: 'Marża według dostawców',
  OWNER: 'Marża według opiekunów',
};

function CurrencySection({ title, rows, search }: SectionProps) {
  const total = totalOf(rows);
  const { currency } = total;
  const label = `${CHART_TITLES[search.groupBy]}, ${currency}`;
  // months are in order, so the latest months are at the end; other groups begin with the highest margin
  const bars = barsOf(search.groupBy, rows);
  const charted = search.groupBy === 'MONTH' ? bars.slice(-CHART_MONTHS) : bars.slice(0, CHART_ROWS);
  const format = (minor: number) => formatMoney(minor, currency);
  return (
    <Stack gap="md" component="section" aria-label={label}>
      {title === null ? null : (
        <Title order={2} fz={16}>
          {title}
        </Title>
      )}
      <Summary total={total} />
      <Paper withBorder p="md">
        <GroupedBars
          label={label}
          rows={charted.map((bar) => ({
            ...bar,
            label: charted.length > FEW_ROWS ? shortened(bar.label) : bar.label,
          }))}
          first={{ label: 'Dotychczas', color: 'field.6' }}
          second={{ label: 'Planowana', color: 'blue.6' }}
          format={format}
          formatTick={formatTick}
        />
        {charted.length < bars.length ? (
          <Text fz="sm" c="dimmed">
            {search.groupBy === 'MONTH'
              ? `Wykres pokazuje ostatnie ${CHART_MONTHS} miesięcy, tabela wszystkie.`
              : `Wykres pokazuje ${CHART_ROWS} grup z największą marżą, tabela wszystkie.`}
          </Text>
        ) : null}
      </Paper>
      <MarginTable
        label={label}
        first={MARGIN_GROUP_LABELS[search.groupBy]}
        rows={rows}
        searchOf={(row) => transportsOfRow(search, row.key)}
        totalSearch={transportsOf(search)}
      />
    </Stack>
  );
}

/** The largest number of labels that fit in one line without being shortened. */
const FEW_ROWS = 6;
/** The number of letters that fit in a slanted label. */
const CHART_LABEL = 14;

const shortened = (label: string) =>
  label.length > CHART_LABEL ? `${label.slice(0, CHART_LABEL - 1).trimEnd()}…` : label;

/** Whole units of the currency, because the axis is narrow. */
const formatTick = (minor: number) => formatWhole(minor / 100);

function Summary({ total }: { total: EarningRow }) {
  const { currency } = total;
  const figures = [
    { label: HEADERS.margin, value: formatMoney(total.margin, currency) },
    { label: 'Dotychczas', value: formatMoney(total.margin - total.plannedPart, currency) },
    { label: 'Planowana', value: formatMoney(total.plannedPart, currency) },
    { label: HEADERS.marginPerTonne, value: formatPrice(total.perTonne, currency) },
    {
      label: '% sprzedaży',
      value: total.percent === null ? EMPTY : formatMarginPercent(total.percent),
    },
    { label: HEADERS.quantity, value: formatTonnes(total.quantity) },
  ];
  return (
    <Paper withBorder p="md">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="md" verticalSpacing={8}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <Text fz="xs" c="dimmed">
              {label}
            </Text>
            <Text fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Paper>
  );
}
