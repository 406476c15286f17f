import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { useQuery } from '@tanstack/react-query';
import { loadingDaysQuery } from '../../../api/transports.ts';
import type { RowGroups } from '../../../ui/table/data-table-props.ts';
import type { ListQuery } from '../../../ui/table/list-outcome.tsx';
import { formatWeekday } from '../../../words/format.ts';
import { counted, NOUN_FORMS } from '../../../words/plural.ts';
import type { transportQueryOf } from './transport-list-params.ts';

type ListInput = ReturnType<typeof transportQueryOf>;

/**
 * Groups a list that is sorted by loading day. Each group has the sum of all matching transports of that day,
 * not only of the page. A list in another order has no groups.
 */
export function useLoadingDays(
  { orderBy, limit: _limit, offset: _offset, ...filters }: ListInput,
  { data, isPlaceholderData }: ListQuery<TransportRow>,
): RowGroups<TransportRow> | undefined {
  const isByDay = orderBy.startsWith('date_loading ');
  const loadingDays = data?.list.map((row) => row.dateLoading).toSorted() ?? [];
  const [dateLoadingFrom = ''] = loadingDays;
  const days = useQuery({
    ...loadingDaysQuery({ ...filters, dateLoadingFrom, dateLoadingTo: loadingDays.at(-1) ?? '' }),
    enabled: isByDay && !isPlaceholderData && loadingDays.length > 0,
  });
  if (!isByDay) return undefined;
  // sums of the previous filters are shown only together with rows of the previous filters
  const sums = days.isPlaceholderData && !isPlaceholderData ? [] : (days.data ?? []);
  return {
    keyOf: (row) => row.dateLoading,
    heading: (key) => {
      const sum = sums.find(({ day }) => day === key);
      if (sum === undefined) return formatWeekday(key);
      return [
        formatWeekday(key),
        counted(sum.transportCount, NOUN_FORMS.transports),
        formatTonnes(sum.quantityKg),
      ].join(' · ');
    },
  };
}
