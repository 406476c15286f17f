import type { Tolerance } from '../domain/contract.ts';
import { formatPercent, formatTonnes } from './figures.ts';
import { TOLERANCE_TYPE_LABELS } from './statuses.ts';

/** A tolerance as it was agreed: `± 5,000 t w opcji kupującego`. For what it allows see toleranceRange. */
export function formatTolerance({ type, unit, quantity }: Tolerance): string {
  const size = { T: formatTonnes, PERCENT: formatPercent }[unit](quantity);
  return `± ${size} ${TOLERANCE_TYPE_LABELS[type]}`;
}
