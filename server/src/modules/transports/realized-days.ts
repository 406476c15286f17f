import { type Fragment, fragment, join } from '../../lists/large/fragment.ts';

type Range = { readonly from?: string | undefined; readonly to?: string | undefined };

/**
 * Selects the ids of the transports that were realized in a range: by the delivery date of the sale, or by the
 * unloading date if there is no delivery date. Each of the two dates has an index; their combination has none.
 */
export const realizedTransports = (range: Range): Fragment => fragment`
  select x.transport_id as id from settlement_side as y join settlement as x on x.id = y.settlement_id
  where y.side = 'sales' and ${isBetween(fragment`y.deliver_date`, range)}
  union all
  select u.id from transport as u
  where ${isBetween(fragment`u.date_unloading`, range)} and not exists (
    select from settlement as x join settlement_side as y on y.settlement_id = x.id
    where x.transport_id = u.id and y.side = 'sales' and y.deliver_date is not null)`;

function isBetween(day: Fragment, { from, to }: Range): Fragment {
  const ends = [
    ...(from === undefined ? [] : [fragment`${day} >= ${from}::date`]),
    ...(to === undefined ? [] : [fragment`${day} <= ${to}::date`]),
  ];
  return ends.length === 0 ? fragment`true` : join(ends, ' and ');
}
