import dayjs from 'dayjs';

/** Filters of the list of transports, as in its URL. */
export type TransportSearch = Readonly<Record<string, string>>;

/** An empty date means no limit. */
type Range = { readonly dateFrom: string; readonly dateTo: string };

/** The filters that list the transports whose margin counts in a range of days. */
export function realizedIn({ dateFrom, dateTo }: Range): TransportSearch {
  return {
    ...(dateFrom === '' ? {} : { dateRealizedFrom: dateFrom }),
    ...(dateTo === '' ? {} : { dateRealizedTo: dateTo }),
  };
}

/** The filters for one month (`2026-11`) within the range. */
export function realizedInMonth(month: string, { dateFrom, dateTo }: Range): TransportSearch {
  const first = dayjs(`${month}-01`);
  const [from, to] = [first.format('YYYY-MM-DD'), first.endOf('month').format('YYYY-MM-DD')];
  return realizedIn({
    dateFrom: from < dateFrom ? dateFrom : from,
    dateTo: dateTo !== '' && dateTo < to ? dateTo : to,
  });
}
