import { Badge, Button, Collapse, Group, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { lazyComponent } from '../lazy-component.tsx';
import { UI_TEXTS } from '../texts.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { type ExportFormat, ExportMenu } from './export-menu.tsx';
import type { FilterPanel as FilterPanelOf } from './filter-panel.tsx';
import { activeFilters, FilterPills, type ListFilters } from './list-filters.tsx';
import type { ListQuery } from './list-outcome.tsx';
import classes from './list-page.module.css';
import { ListPagination } from './list-pagination.tsx';
import type { BaseParams, ListState } from './list-params.ts';
import { memoWithStableCallbacks } from './memo-with-stable-callbacks.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { SearchBox } from './search-box.tsx';
import type { ColumnSettings } from './use-columns.ts';

type Props<Row, Params extends BaseParams> = {
  title: ReactNode;
  list: ListState<Params>;
  query: ListQuery<Row>;
  /** Downloads all rows as a file; every list has an export. */
  onExport: (format: ExportFormat) => Promise<File>;
  /** From `useColumns`; undefined for lists with few columns. */
  columns?: ColumnSettings;
  /** The menu of saved views. */
  views?: ReactNode;
  /** A DataTable. */
  children: ReactNode;
  /** The page's primary button. */
  action?: ReactNode;
  /** Tabs of raw materials below the title. */
  tabs?: ReactNode;
  /** StatusChips. */
  chips?: ReactNode;
  /** Undefined for a list without a search. */
  searchHint?: string;
  filters?: ListFilters<Params>;
  /** Bulk actions below the rows, so that the rows do not move when a row is selected. */
  tools?: ReactNode;
  /** Part of a larger page: a smaller title, and the page scrolls instead of the table. */
  embedded?: boolean;
};

// lazyComponent loses the generic parameter type, which this cast restores
const FilterPanel = lazyComponent(
  async () => (await import('./filter-panel.tsx')).FilterPanel,
) as unknown as typeof FilterPanelOf;

/** The layout of every list; each list fills its slots. */
export function ListPage<Row, Params extends BaseParams>(props: Props<Row, Params>) {
  const {
    title,
    list,
    query,
    onExport,
    columns,
    views,
    children,
    action,
    tabs,
    chips,
    searchHint,
    filters,
    tools,
    embedded = false,
  } = props;
  const panelId = useId();
  const [isPanelOpen, panel] = useDisclosure(false);
  // the panel stays mounted after its first opening, because it contains the draft
  const [isPanelMounted, setPanelMounted] = useState(false);
  const active = filters ? activeFilters(list, filters.chips) : [];

  return (
    <section className={`${classes.page} ${embedded ? '' : classes.fills}`}>
      <div className={classes.title}>
        {typeof title === 'string' ? (
          <Title order={embedded ? 2 : 1} fz={embedded ? 16 : 20}>
            {title}
          </Title>
        ) : (
          title
        )}
        <Group gap="xs">
          <RefreshButton
            isFetching={query.isFetching}
            updatedAt={query.dataUpdatedAt}
            onRefresh={() => {
              list.reread();
              return query.refetch();
            }}
          />
          {views}
          {columns ? <ColumnsMenu columns={columns} /> : null}
          <ExportMenu onExport={onExport} disabledReason={exportDisabledReason(query)} />
          {action}
        </Group>
      </div>
      {tabs}
      {chips || searchHint !== undefined || filters ? (
        <div className={classes.toolbar}>
          {searchHint === undefined ? null : (
            <SearchBox
              key={list.clearCount}
              value={list.params.search}
              placeholder={searchHint}
              onSearch={(search) => {
                if (search !== list.params.search) list.change({ search } as Partial<Params>);
              }}
            />
          )}
          {filters ? (
            <FilterButton
              count={active.length}
              isOpen={isPanelOpen}
              panelId={isPanelMounted ? panelId : undefined}
              onClick={() => {
                setPanelMounted(true);
                panel.toggle();
              }}
            />
          ) : null}
          {chips}
        </div>
      ) : null}
      {filters && isPanelMounted ? (
        <Collapse expanded={isPanelOpen} style={{ flex: 'none' }}>
          <FilterPanel id={panelId} list={list} filters={filters} isLoading={query.isFetching} />
        </Collapse>
      ) : null}
      <FilterPills active={active} onClear={isPanelOpen ? undefined : list.clearAll} />
      {children}
      {tools ? <div className={classes.tools}>{tools}</div> : null}
      {query.data && query.data.filtered > 0 ? (
        <ListPagination
          list={list}
          filtered={query.data.filtered}
          isMore={query.data.filteredIsExact === false}
        />
      ) : null}
    </section>
  );
}

type FilterButtonProps = { count: number; isOpen: boolean; panelId: string | undefined; onClick: () => void };

const FilterButton = memoWithStableCallbacks(({ count, isOpen, panelId, onClick }: FilterButtonProps) => (
  <Button
    variant="default"
    leftSection={<IconFilter size={16} stroke={1.5} aria-hidden />}
    rightSection={
      count > 0 ? (
        <Badge size="sm" circle miw={0}>
          {count}
        </Badge>
      ) : undefined
    }
    aria-expanded={isOpen}
    aria-controls={panelId}
    onClick={onClick}
  >
    {UI_TEXTS.filters}
  </Button>
));

function exportDisabledReason({ data }: ListQuery<unknown>): string | null {
  if (data === undefined) return UI_TEXTS.exportNotYet;
  return data.filtered === 0 ? UI_TEXTS.exportEmpty : null;
}
