import { Badge, Button, Collapse, Group, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { lazyComponent } from '../on-demand.tsx';
import { UI_TEXTS } from '../texts.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { type ExportFormat, ExportMenu } from './export-menu.tsx';
import type { FilterPanel as FilterPanelOf } from './filter-panel.tsx';
import { activeFilters, FilterPills, type ListFilters } from './list-filters.tsx';
import classes from './list-page.module.css';
import { ListPagination } from './list-pagination.tsx';
import type { BaseParams } from './list-params.ts';
import type { ListQuery } from './list-query.ts';
import { RefreshButton } from './refresh-button.tsx';
import { SearchBox } from './search-box.tsx';
import { memoWithStableCallbacks } from './steady.tsx';
import type { ColumnSettings } from './use-columns.ts';
import type { ListState } from './use-list-params.ts';

type Props<Row, Params extends BaseParams> = {
  title: ReactNode;
  list: ListState<Params>;
  query: ListQuery<Row>;
  /** Gets all of the list as a file: every list has its export. */
  onExport: (format: ExportFormat) => Promise<File>;
  /** Of `useColumns`; a list of a few columns has none. */
  columns?: ColumnSettings;
  /** A DataTable. */
  children: ReactNode;
  /** The page's one primary button. */
  action?: ReactNode;
  /** Under the title: tabs of raw materials. */
  tabs?: ReactNode;
  /** StatusChips. */
  chips?: ReactNode;
  /** Left out, the list has no search. */
  searchHint?: string;
  filters?: ListFilters<Params>;
  /** Under the rows, so that nothing moves while one chooses: what can be done with the chosen ones. */
  tools?: ReactNode;
  /** Part of a larger page: a smaller title, and the page scrolls instead of the table. */
  embedded?: boolean;
};

// the compiler cannot carry the parameters of a list it does not know through lazyComponent
const FilterPanel = lazyComponent(
  async () => (await import('./filter-panel.tsx')).FilterPanel,
) as unknown as typeof FilterPanelOf;

/** The frame every list shares; what is special about a list is what it puts into the slots. */
export function ListPage<Row, Params extends BaseParams>(props: Props<Row, Params>) {
  const {
    title,
    list,
    query,
    onExport,
    columns,
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
  // once opened it stays, closed as well: it holds what was typed and not yet applied
  const [isPanelWanted, setPanelWanted] = useState(false);
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
            onRefresh={query.refetch}
          />
          {columns ? <ColumnsMenu columns={columns} /> : null}
          <ExportMenu onExport={onExport} refused={whyNotExport(query)} />
          {action}
        </Group>
      </div>
      {tabs}
      {chips || searchHint !== undefined || filters ? (
        <div className={classes.toolbar}>
          {searchHint === undefined ? null : (
            <SearchBox
              key={list.cleared}
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
              panelId={isPanelWanted ? panelId : undefined}
              onClick={() => {
                setPanelWanted(true);
                panel.toggle();
              }}
            />
          ) : null}
          {chips}
        </div>
      ) : null}
      {filters && isPanelWanted ? (
        <Collapse expanded={isPanelOpen} style={{ flex: 'none' }}>
          <FilterPanel
            id={panelId}
            list={list}
            filters={filters}
            isLoading={query.isFetching}
            onClear={list.clear}
          />
        </Collapse>
      ) : null}
      <FilterPills active={active} onClear={isPanelOpen ? undefined : list.clear} />
      {children}
      {tools ? <div className={classes.tools}>{tools}</div> : null}
      {query.data && query.data.filtered > 0 ? (
        <ListPagination list={list} filtered={query.data.filtered} />
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

function whyNotExport({ data }: ListQuery<unknown>): string | null {
  if (data === undefined) return UI_TEXTS.exportNotYet;
  return data.filtered === 0 ? UI_TEXTS.exportEmpty : null;
}
