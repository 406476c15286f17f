import type { Topic } from '@spichlerz/shared/wire/topics';
import type { Query, QueryClient } from '@tanstack/react-query';
import { staleKeys } from './query-keys.ts';

/** A committed change of records; no ids when they are too many to list. */
export type Change = { readonly topic: Topic; readonly ids: readonly number[] };

/**
 * Changes come in bursts, such as a transport with its allocation and contracts; one refresh covers a burst.
 */
const BATCH_MS = 250;
/**
 * The refresh interval of queries that do not show the changed record. Their sums or order may still have
 * changed.
 */
const OTHERS_MS = 5_000;
/**
 * Spreads the refreshes of all open screens. Otherwise all their requests would reach the server at the same
 * moment.
 */
const OTHERS_SPREAD_MS = 1_000;
/**
 * Spreads the refreshes further with every change per second, so that more changes do not cause more requests.
 */
const SPREAD_PER_CHANGE_MS = 2_000;
const MAX_SPREAD_MS = 15_000;
/** The period over which changes are counted. */
const TRAFFIC_MS = 10_000;

export type LiveRefresh = {
  /** Refreshes the queries that a change affects. */
  readonly change: (change: Change) => void;
  /** Refreshes every query whose data was loaded before this time. */
  readonly loadedBefore: (time: number) => void;
};

/**
 * Decides when queries are refetched after live changes. A query that shows a changed record is refetched at
 * once, other queries of its topic at most every five seconds, and queries that are not on the screen when
 * they are next shown.
 * @param isSignedIn after a sign-out the last changes still arrive, but there is no token to refetch with
 */
export function liveRefresh(client: QueryClient, isSignedIn: () => boolean): LiveRefresh {
  let changes: Change[] = [];
  let before = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let othersTimer: ReturnType<typeof setTimeout> | undefined;
  let othersRefreshedAt = Number.NEGATIVE_INFINITY;
  /** The hashes of queries that do not show the changed record and wait for their next refresh. */
  let waiting = new Set<string>();
  const traffic = changeCounter();

  const refreshOthers = () => {
    othersTimer = undefined;
    if (!isSignedIn()) return;
    othersRefreshedAt = performance.now();
    const hashes = waiting;
    waiting = new Set();
    void client.refetchQueries({
      type: 'active',
      // A query that was refetched in the meantime is no longer invalidated.
      predicate: ({ queryHash, state }) => hashes.has(queryHash) && state.isInvalidated,
    });
  };
  const scheduleOthers = () => {
    if (othersTimer !== undefined) return;
    const spread = Math.min(
      OTHERS_SPREAD_MS + traffic.changesPerSecond() * SPREAD_PER_CHANGE_MS,
      MAX_SPREAD_MS,
    );
    const earliest = Math.max(0, othersRefreshedAt + OTHERS_MS - performance.now());
    othersTimer = setTimeout(refreshOthers, earliest + Math.random() * spread);
  };

  const refresh = () => {
    timer = undefined;
    if (!isSignedIn()) return;
    const [changed, oldest] = [changes, before];
    [changes, before] = [[], 0];
    const keys = new Set<unknown>(changed.flatMap(({ topic }) => staleKeys(topic)));
    const isAffected = ({ queryKey: [topic] }: Query) => keys.has(topic);
    const cache = client.getQueryCache();
    const urgent = new Set(
      cache.findAll({
        predicate: (query) =>
          !isSettledSince(oldest, query) || (isAffected(query) && showsAny(query, changed)),
      }),
    );
    // invalidateQueries does not restart a first load in progress. The server may have read its data before the
    // change, so the query is refetched after this load.
    const loading = cache.findAll({ fetchStatus: 'fetching', predicate: isAffected });
    void client.invalidateQueries({ predicate: (query) => urgent.has(query) });
    const others = cache.findAll({ predicate: (query) => isAffected(query) && !urgent.has(query) });
    for (const query of others) query.invalidate();
    const shown = others.filter((query) => query.isActive());
    for (const { queryHash } of shown) waiting.add(queryHash);
    if (shown.length > 0) scheduleOthers();
    for (const query of loading) if (query.state.data === undefined) void refetchAfterLoad(client, query);
  };
  const soon = () => {
    timer ??= setTimeout(refresh, BATCH_MS);
  };
  return {
    change: (change) => {
      changes.push(change);
      traffic.add();
      soon();
    },
    loadedBefore: (time) => {
      before = Math.max(before, time);
      soon();
    },
  };
}

/** Counts the changes of the last seconds. */
function changeCounter() {
  let times: number[] = [];
  const forgetOld = () => {
    const since = performance.now() - TRAFFIC_MS;
    times = times.filter((time) => time > since);
  };
  return {
    add: () => {
      forgetOld();
      times.push(performance.now());
    },
    changesPerSecond: () => {
      forgetOld();
      return times.length / (TRAFFIC_MS / 1_000);
    },
  };
}

/** The fields of rows and records that hold the ids of a topic's records. */
const ID_FIELDS: Record<Topic, readonly string[]> = {
  contract: ['contractId', 'purchaseId', 'salesId'],
  allocation: ['allocationId'],
  transport: ['transportId'],
  settlement: ['settlementId'],
  contractor: ['supplierId', 'recipientId', 'contractorId'],
  material: ['rawMaterialId'],
  user: ['userId', 'ownerId'],
  session: [],
};

/** Whether the query shows one of the changed records: by an id in its key, its record or its rows. */
function showsAny({ queryKey, state }: Query, changes: readonly Change[]): boolean {
  const rows = rowsOf(state.data);
  return changes.some(({ topic, ids }) => {
    const changed = new Set<unknown>(ids);
    const fields = queryKey[0] === topic ? ['id', ...ID_FIELDS[topic]] : ID_FIELDS[topic];
    return (
      queryKey.some((part) => changed.has(part)) ||
      rows.some((row) => fields.some((field) => changed.has(row[field])))
    );
  });
}

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

function rowsOf(data: unknown): readonly Row[] {
  if (!isRow(data)) return [];
  const list = Array.isArray(data) ? data : data['list'];
  return Array.isArray(list) ? list.filter(isRow) : [data];
}

/**
 * Whether the query has finished since this time. An error also counts, because a failed query waits for the
 * user to retry. A timestamp in the future dates from before the clock was set back, and does not count.
 */
function isSettledSince(time: number, { state }: Query): boolean {
  const answeredAt = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
  return answeredAt >= time && answeredAt <= Date.now();
}

async function refetchAfterLoad(client: QueryClient, { promise, queryKey }: Query): Promise<void> {
  await promise?.catch(() => undefined);
  await client.invalidateQueries({ queryKey, exact: true });
}
