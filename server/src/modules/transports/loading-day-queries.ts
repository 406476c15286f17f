import { isInProgress, TRANSPORT_STATUSES } from '@spichlerz/shared/domain/transport';
import type { HandlerInput } from '@spichlerz/shared/wire/endpoint';
import type { LoadingDay, listLoadingDays as wire } from '@spichlerz/shared/wire/transports';
import type { Db } from '../../db/tx.ts';
import { fragment, literals, query } from '../../lists/large/fragment.ts';
import { selectRows } from '../../lists/large/source.ts';
import { matchingTransports } from './transport-conditions.ts';
import { filterConditions } from './transport-queries.ts';
import { searchInRows } from './transport-search.ts';

/** The load of a transport, by the same rule as `loadKg` on the screens. */
const LOAD_KG = fragment`case when t.status = any(${literals(TRANSPORT_STATUSES.filter(isInProgress))}::transport_status[])
  then t.quantity_kg else coalesce(t.real_quantity_kg, t.quantity_kg) end`;

const DAY = fragment`t.date_loading as day, count(*) as "transportCount", sum(${LOAD_KG})::bigint as "quantityKg"`;

/**
 * Sums the transports of each loading day in a range, without cancelled transports, which load nothing. The
 * range is short, so a search may read all of its rows.
 */
export function listLoadingDays(
  db: Db,
  { filter, search }: HandlerInput<typeof wire>['query'],
): Promise<LoadingDay[]> {
  const conditions = filterConditions(filter);
  conditions.transport.push(fragment`t.status <> 'CANCELLED'`, ...searchInRows(search));
  const days = selectRows(matchingTransports(conditions), DAY);
  return query(db, fragment`${days} group by t.date_loading order by t.date_loading`);
}
