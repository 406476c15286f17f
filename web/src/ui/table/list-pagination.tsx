import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { UI_TEXTS } from '../texts.ts';
import type { BaseParams, ListState } from './list-params.ts';
import { memoWithStableCallbacks } from './memo-with-stable-callbacks.tsx';
import { PAGE_SIZES } from './page-size.ts';

type Props<Params extends BaseParams> = {
  list: ListState<Params>;
  /** The number of matching records. */
  filtered: number;
  /** Whether more records match than `filtered`. */
  isMore?: boolean;
};

export function ListPagination<Params extends BaseParams>({ list, filtered, isMore = false }: Props<Params>) {
  const { page, size } = list.params;
  return (
    <Pages
      page={page}
      size={size}
      filtered={filtered}
      isMore={isMore}
      onPage={list.goTo}
      onSize={(next) => list.change({ size: next } as Partial<Params>)}
    />
  );
}

type PagesProps = Pick<BaseParams, 'page' | 'size'> & {
  filtered: number;
  isMore: boolean;
  onPage: (page: number) => void;
  onSize: (size: BaseParams['size']) => void;
};

const Pages = memoWithStableCallbacks(({ page, size, filtered, isMore, onPage, onSize }: PagesProps) => {
  const pages = Math.max(1, Math.ceil(filtered / size));
  const from = (page - 1) * size + 1;
  const to = Math.min(filtered, page * size);
  const results = isMore ? UI_TEXTS.resultsOver(filtered) : UI_TEXTS.results(filtered);

  return (
    <Group component="nav" justify="space-between" gap="xs" aria-label={UI_TEXTS.pages}>
      <Text fz="sm" c="dimmed" component="output">
        {from > filtered ? UI_TEXTS.noResults : UI_TEXTS.range(from, to, results)}
      </Text>
      <Group gap="md">
        <Group gap={6} wrap="nowrap">
          <Text fz="sm" c="dimmed" component="span" aria-hidden>
            {UI_TEXTS.pageSize}
          </Text>
          {/* a native select: Mantine's Select would add its combobox code to every list */}
          <NativeSelect
            aria-label={UI_TEXTS.pageSize}
            size="xs"
            w={68}
            value={size}
            onChange={({ currentTarget }) => {
              const next = PAGE_SIZES[currentTarget.selectedIndex];
              if (next !== undefined) onSize(next);
            }}
          >
            {PAGE_SIZES.map((value) => (
              <option key={value}>{value}</option>
            ))}
          </NativeSelect>
        </Group>
        <Pagination
          size="sm"
          total={pages}
          value={Math.min(page, pages)}
          onChange={onPage}
          getItemProps={(number) => ({ 'aria-label': UI_TEXTS.page(number) })}
          getControlProps={(control) => ({
            'aria-label': control === 'previous' ? UI_TEXTS.previousPage : UI_TEXTS.nextPage,
          })}
        />
      </Group>
    </Group>
  );
});
