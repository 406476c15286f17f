import { MARGIN_GROUPS, type MarginGroup } from '@spichlerz/shared/domain/margin';
import { todayInWarsaw } from '@spichlerz/shared/words/figures';
import { useNavigate, useSearch } from '@tanstack/react-router';
import dayjs from 'dayjs';
import { useEffect } from 'react';
import { isDay } from '../../ui/field/parse-day.ts';
import { rangeProblems } from '../../ui/table/filter-ranges.ts';
import { storeSearch } from '../../ui/table/stored-search.ts';

/** The state of the screen in the URL. An empty date means no limit. */
export type MarginSearch = {
  readonly groupBy: MarginGroup;
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly rawMaterialId: number | null;
};

const PATH = '/margins';
const RANGES = [{ from: 'dateFrom', to: 'dateTo' }] as const;
const MONTHS_SHOWN = 12;

/**
 * The first day of the default range, eleven months before the current month. The range has no end, so that it
 * includes the planned margins of later months.
 */
const firstDay = () =>
  dayjs(todayInWarsaw())
    .startOf('month')
    .subtract(MONTHS_SHOWN - 1, 'month')
    .format('YYYY-MM-DD');

/**
 * Reads a date of the URL. A missing parameter means the default date, an empty or invalid parameter means no
 * limit.
 */
function readDay(value: unknown, missing: string): string {
  if (value === undefined) return missing;
  return typeof value === 'string' && isDay(value) ? value : '';
}

function readSearch(search: Record<string, unknown>): MarginSearch {
  const rawMaterialId = Number(search['rawMaterialId']);
  return {
    groupBy: MARGIN_GROUPS.find((group) => group === search['groupBy']) ?? 'MONTH',
    dateFrom: readDay(search['dateFrom'], firstDay()),
    dateTo: readDay(search['dateTo'], ''),
    rawMaterialId: Number.isSafeInteger(rawMaterialId) && rawMaterialId > 0 ? rawMaterialId : null,
  };
}

function writeSearch({ groupBy, dateFrom, dateTo, rawMaterialId }: MarginSearch): Record<string, string> {
  return {
    ...(groupBy === 'MONTH' ? {} : { groupBy }),
    ...(dateFrom === firstDay() ? {} : { dateFrom }),
    ...(dateTo === '' ? {} : { dateTo }),
    ...(rawMaterialId === null ? {} : { rawMaterialId: String(rawMaterialId) }),
  };
}

export function useMarginSearch() {
  const navigate = useNavigate();
  const search = readSearch(useSearch({ strict: false }));
  const written = JSON.stringify(writeSearch(search));
  // stored, so that the menu opens the screen with the last filters
  useEffect(
    () => storeSearch(PATH, { path: PATH, search: JSON.parse(written) as Record<string, string> }),
    [written],
  );
  return {
    search,
    /** The error of a range that ends before its start. Such a range is not queried. */
    problem: rangeProblems(RANGES, search).get('dateTo'),
    change: (changed: Partial<MarginSearch>) =>
      void navigate({ to: '.', search: writeSearch({ ...search, ...changed }), resetScroll: false }),
  };
}

/** The filters that are set, for the body of the call and for the list of transports. */
export function limitsOf({ dateFrom, dateTo, rawMaterialId }: MarginSearch) {
  return {
    ...(dateFrom === '' ? {} : { dateFrom }),
    ...(dateTo === '' ? {} : { dateTo }),
    ...(rawMaterialId === null ? {} : { rawMaterialId }),
  };
}
