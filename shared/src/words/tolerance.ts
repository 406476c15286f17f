import type { Tolerance } from '../domain/contract.ts';
import { formatPercent, formatTonnes } from './figures.ts';
import { TOLERANCE_TYPE_LABELS } from './statuses.ts';

/**
 * Formats an agreed tolerance: `± 5,000 t w opcji kupującego`. See toleranceRange for the allowed quantities.
 */
export function formatTolerance({ type, unit, quantity }: Tolerance): string {
  const size = { T: formatTonnes, PERCENT: formatPercent }[unit](quantity);
  return `± ${size} ${TOLERANCE_TYPE_LABELS[type]}`;
}
