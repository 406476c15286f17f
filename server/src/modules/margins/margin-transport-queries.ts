import type { MarginCurrency } from '@spichlerz/shared/domain/margin-currency';
import { type Fragment, fragment } from '../../lists/large/fragment.ts';

/**
 * Selects the ids of the transports that the report of margins counts in this currency. Transports with a
 * pending change are selected from the pending lines, all other transports from the stored lines.
 */
export function transportsOfMargin(currency: MarginCurrency): Fragment {
  const isCounted =
    currency === 'MIXED'
      ? fragment`l.is_mixed and l.transports > 0`
      : fragment`not l.is_mixed and l.currency = ${currency}::currency`;
  return fragment`
    select l.source_id from margin_line l where l.source = 'TRANSPORT' and ${isCounted}
      and not l.source_id = any(array(select source_id from margin_change where source = 'TRANSPORT'))
    union all
    select l.source_id from pending_margin_line l where l.source = 'TRANSPORT' and l.sign > 0 and ${isCounted}`;
}
