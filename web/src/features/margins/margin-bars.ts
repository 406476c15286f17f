import type { MarginGroup } from '@spichlerz/shared/domain/margin';
import { monthsBetween } from '@spichlerz/shared/domain/position';
import { formatMonth } from '@spichlerz/shared/words/figures';
import type { EarningRow } from '../../components/margin-rows.ts';

type Bar = { label: string; first: number; second: number };

/**
 * Two bars per row: the margin so far and the planned margin. A missing month between the first and the last
 * month gets empty bars.
 */
export function barsOf(groupBy: MarginGroup, rows: readonly EarningRow[]): Bar[] {
  const bars = rows.map(({ label, margin, plannedPart }) => ({
    label,
    first: margin - plannedPart,
    second: plannedPart,
  }));
  if (groupBy !== 'MONTH') return bars;
  const known = new Map(bars.map((bar) => [bar.label, bar]));
  return monthsBetween(rows[0]?.key, rows.at(-1)?.key)
    .map(formatMonth)
    .map((label) => known.get(label) ?? { label, first: 0, second: 0 });
}
