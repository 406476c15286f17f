import type { ErrorCode } from './domain-error.ts';
import { foldText } from './search.ts';
import type { TransportStatus } from './transport.ts';
import { TRANSPORT_MAX_KG, UNUSUAL_TRANSPORT_KG } from './units.ts';

/*
 * Matches a recipient's unloading list with transports (customer unloading.md). No result here depends on the
 * order of rows or transports.
 */

/** The largest number of rows in one list, ten times the rows of a usual day. */
export const UNLOADING_ROWS_MAX = 500;

/** What a list does with its transports: DELIVER delivers them, RELEASE delivers and releases them. */
export const UNLOADING_ACTIONS = ['DELIVER', 'RELEASE'] as const;
export type UnloadingAction = (typeof UNLOADING_ACTIONS)[number];

/**
 * The result for a row, in this order: one transport matches; the user must choose among several; no transport
 * matches; the weigh ticket is already applied; the ticket is applied with another weight.
 */
export const UNLOADING_STATES = ['MATCHED', 'CHOOSE', 'NONE', 'APPLIED', 'CORRECTION'] as const;
export type UnloadingState = (typeof UNLOADING_STATES)[number];

/** The meanings that a column of a list can have. */
export const UNLOADING_COLUMNS = [
  'PLATE',
  'TRAILER',
  'DAY',
  'TIME',
  'NET',
  'GROSS',
  'TARE',
  'TICKET_NUMBER',
  'DOCUMENT_NUMBER',
  'READING',
  'IGNORED',
] as const;
export type UnloadingColumn = (typeof UNLOADING_COLUMNS)[number];

/**
 * The largest difference between the planned and the actual unloading, in days: a transport planned for Friday
 * may be unloaded on Monday, or on Tuesday after a holiday.
 */
export const UNLOADING_DAYS_MAX = 4;

/** Statuses of transports that a list may unload, the most probable first. */
export const UNLOADABLE_STATUSES = [
  'ON_THE_WAY',
  'WAITING',
  'NEW',
  'DELIVERED',
] as const satisfies readonly TransportStatus[];

/** A row as sent, which may be invalid. */
type UnloadingRow = {
  /** The row's number in the list, unique and at least 0. */
  readonly row: number;
  readonly plate?: string | undefined;
  readonly trailer?: string | undefined;
  readonly day?: string | undefined;
  readonly time?: string | undefined;
  readonly net?: number | undefined;
  readonly ticketNumber?: string | undefined;
};

/** A valid row. */
export type ValidUnloadingRow = UnloadingRow & {
  readonly plate: string;
  readonly day: string;
  readonly net: number;
};

/** A weigh ticket with a number, stored for the unloading of a transport. */
export type UnloadingTicket = { readonly number: string; readonly day: string; readonly net: number };

export type UnloadingCandidate = {
  readonly id: number;
  readonly registrationNumber: string;
  readonly trailerNumber: string;
  readonly dateLoading: string;
  readonly dateUnloading: string;
  readonly quantityKg: number;
  readonly status: TransportStatus;
  /** The ticket with which the transport was unloaded, if any. */
  readonly ticket: UnloadingTicket | null;
};

type UnloadingMatch = {
  readonly row: number;
  readonly state: 'MATCHED' | 'CHOOSE' | 'NONE';
  readonly transportId: number | null;
  /** The transports that the row may belong to, the best first. */
  readonly candidates: readonly number[];
};

/**
 * The letters and digits of a registration number, because mills write spaces, hyphens and case differently.
 */
export function registrationKey(registrationNumber: string): string {
  return registrationNumber.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

type RowFault = { readonly field: 'plate' | 'day' | 'time' | 'net'; readonly code: ErrorCode };

/** Returns the errors of a row; a row with errors is neither matched nor applied. */
export function unloadingRowFaults(
  { plate = '', day, time, net }: UnloadingRow,
  acceptHeavy: boolean,
): readonly RowFault[] {
  const faults: RowFault[] = [];
  if (registrationKey(plate) === '') faults.push({ field: 'plate', code: 'VALUE_IS_MISSING' });
  if (day === undefined) faults.push({ field: 'day', code: 'VALUE_IS_MISSING' });
  else if (!isDay(day)) faults.push({ field: 'day', code: 'VALUE_IS_WRONG' });
  if (time !== undefined && !/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time))
    faults.push({ field: 'time', code: 'VALUE_IS_WRONG' });
  if (net === undefined) faults.push({ field: 'net', code: 'VALUE_IS_MISSING' });
  else if (!isNet(net, acceptHeavy)) faults.push({ field: 'net', code: 'VALUE_IS_WRONG' });
  return faults;
}

const isNet = (net: number, acceptHeavy: boolean) =>
  Number.isInteger(net) && net > 0 && net <= (acceptHeavy ? TRANSPORT_MAX_KG : UNUSUAL_TRANSPORT_KG);

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

function isDay(day: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(day)) return false;
  const number = dayNumber(day);
  return Number.isInteger(number) && new Date(number * 86_400_000).toISOString().startsWith(day);
}

const ticketNumberKey = (number: string): string => number.toUpperCase().replace(/\s+/g, '');

/**
 * The key that identifies a weigh ticket of a recipient: registration number, year and ticket number. It
 * contains the year, because mills number tickets from 1 every January. Without a ticket number, the key has
 * the day and the kilograms instead.
 */
export function unloadingTicketKey({ ticketNumber = '', plate, day, net }: ValidUnloadingRow): string {
  const number = ticketNumberKey(ticketNumber);
  return number === ''
    ? JSON.stringify([registrationKey(plate), day, net])
    : JSON.stringify([registrationKey(plate), day.slice(0, 4), number]);
}

/**
 * Whether the row has another ticket than the one with which its transport was unloaded: the row is a second
 * trip of the vehicle and must not replace the weight of the first. Compares the same fields as
 * `unloadingTicketKey`, without the registration number, because a row may name only the trailer.
 */
export function isOtherTicket(
  { ticketNumber = '', day, net }: ValidUnloadingRow,
  ticket: UnloadingTicket | null,
): boolean {
  if (ticket === null) return false;
  const number = ticketNumberKey(ticketNumber);
  if (number === '') return day !== ticket.day || net !== ticket.net;
  return number !== ticketNumberKey(ticket.number) || day.slice(0, 4) !== ticket.day.slice(0, 4);
}

/**
 * The part of a parameter's name that is compared: letters and digits, without a unit in brackets or after a
 * comma. Diacritics are removed, because weighbridges print names without them.
 */
export function parameterNameKey(name: string): string {
  return foldText(name.replace(/[[(].*$|,.*$/u, '')).replace(/[^\p{L}\p{N}]/gu, '');
}

type Ranked = {
  readonly transport: UnloadingCandidate;
  /**
   * The rank of the transport for a row; lower is better. Of transports with equal ranks, the one loaded first
   * is better.
   */
  readonly rank: number;
  readonly days: number;
  readonly isRegistrationNumberEqual: boolean;
};

type OpenRow = { readonly row: ValidUnloadingRow; readonly key: string; readonly ranked: readonly Ranked[] };

/**
 * Finds the transport of each row. A row gets its best transport, unless this transport fits another row
 * equally well or better. Transports are compared by registration number before trailer, then days, kilograms,
 * status and loading day. No transport gets two rows, and no transport with another ticket gets a row.
 */
export function matchUnloadingRows(
  rows: readonly ValidUnloadingRow[],
  transports: readonly UnloadingCandidate[],
): readonly UnloadingMatch[] {
  const byKey = transportsByKey(transports);
  const matched = new Map<number, number>();
  let open = rows
    .map(
      (row): OpenRow => ({
        row,
        key: registrationKey(row.plate),
        ranked: rankTransports(row, byKey),
      }),
    )
    .toSorted(byTime);
  const all = new Map(open.map(({ row, ranked }) => [row.row, ranked.map(({ transport }) => transport.id)]));
  // Each round decides the transports with the best rank. The next round matches the remaining rows with the
  // remaining transports.
  for (let decided = decideBestClaims(open); decided.length > 0; decided = decideBestClaims(open)) {
    for (const { transportId, rowNumbers } of decided) {
      const [row, second] = rowNumbers;
      if (row !== undefined && second === undefined) matched.set(row, transportId);
    }
    const taken = new Set(decided.map(({ transportId }) => transportId));
    const done = new Set(decided.flatMap(({ rowNumbers }) => rowNumbers));
    open = open
      .filter(({ row }) => !done.has(row.row))
      .map((one) => ({ ...one, ranked: one.ranked.filter(({ transport }) => !taken.has(transport.id)) }));
  }
  const matchedIds = new Set(matched.values());
  return rows.map(({ row }) => {
    const others = (all.get(row) ?? []).filter((id) => !matchedIds.has(id));
    const transportId = matched.get(row);
    if (transportId !== undefined)
      return { row, state: 'MATCHED', transportId, candidates: [transportId, ...others] };
    return { row, state: others.length > 0 ? 'CHOOSE' : 'NONE', transportId: null, candidates: others };
  });
}

function transportsByKey(
  transports: readonly UnloadingCandidate[],
): ReadonlyMap<string, readonly UnloadingCandidate[]> {
  const found = new Map<string, UnloadingCandidate[]>();
  for (const transport of transports) {
    const keys = new Set([
      registrationKey(transport.registrationNumber),
      registrationKey(transport.trailerNumber),
    ]);
    keys.delete('');
    for (const key of keys) found.set(key, [...(found.get(key) ?? []), transport]);
  }
  return found;
}

/** With a difference of more than 15 %, another load is more likely than a loss. */
const isNear = (net: number, plannedKg: number) => Math.abs(net - plannedKg) * 100 <= plannedKg * 15;

function rankTransports(
  row: ValidUnloadingRow,
  byKey: ReadonlyMap<string, readonly UnloadingCandidate[]>,
): readonly Ranked[] {
  const { plate, trailer = '', day, net } = row;
  const key = registrationKey(plate);
  const found = new Set([key, registrationKey(trailer)].flatMap((one) => byKey.get(one) ?? []));
  return [...found]
    .flatMap((transport): Ranked[] => {
      const days = Math.abs(dayNumber(day) - dayNumber(transport.dateUnloading));
      const status = UNLOADABLE_STATUSES.findIndex((one) => one === transport.status);
      if (days > UNLOADING_DAYS_MAX || status < 0 || isOtherTicket(row, transport.ticket)) return [];
      const isRegistrationNumberEqual = registrationKey(transport.registrationNumber) === key;
      const isFar = !isNear(net, transport.quantityKg);
      const rank =
        ((Number(!isRegistrationNumberEqual) * (UNLOADING_DAYS_MAX + 1) + days) * 2 + Number(isFar)) *
          UNLOADABLE_STATUSES.length +
        status;
      return [{ transport, rank, days, isRegistrationNumberEqual }];
    })
    .toSorted((one, other) => compareClaims(one, other) || one.transport.id - other.transport.id);
}

function compareClaims(one: Ranked, other: Ranked): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  const [day, otherDay] = [one.transport.dateLoading, other.transport.dateLoading];
  if (day === otherDay) return 0;
  return day < otherDay ? -1 : 1;
}

/** Rows without a time come last, because their order is unknown. */
function byTime({ row }: OpenRow, { row: other }: OpenRow): number {
  const [time, otherTime] = [row.time ?? '24:00', other.time ?? '24:00'];
  if (time !== otherTime) return time < otherTime ? -1 : 1;
  return row.row - other.row;
}

type Claim = { readonly row: number; readonly ranked: Ranked; readonly isOnly: boolean };

/** A transport with the row that it matches, or with several equal rows, of which the user must choose one. */
type Decision = { readonly transportId: number; readonly rowNumbers: readonly number[] };

/**
 * Returns the decisions of the best rank. A transport stays undecided while a row that claims it has another
 * transport that fits equally well.
 */
function decideBestClaims(open: readonly OpenRow[]): readonly Decision[] {
  const pairs = pairInOrder(open);
  const claims = open.flatMap(({ row, ranked }): Claim[] => {
    const paired = pairs.get(row.row);
    const [best] = ranked;
    if (best === undefined) return [];
    const own = paired === undefined ? ranked.filter((other) => compareClaims(other, best) === 0) : [paired];
    return own.map((one) => ({ row: row.row, ranked: one, isOnly: own.length === 1 }));
  });
  const ofTransport = groupBy(claims, ({ ranked }) => ranked.transport.id);
  const decidable = [...ofTransport].flatMap(([transportId, rivals]) => {
    const [first] = rivals.toSorted((one, other) => compareClaims(one.ranked, other.ranked));
    if (first === undefined) return [];
    const best = rivals.filter(({ ranked }) => compareClaims(ranked, first.ranked) === 0);
    if (!best.every(({ isOnly }) => isOnly)) return [];
    return [{ transportId, rowNumbers: best.map(({ row }) => row), rank: first.ranked.rank }];
  });
  const bestRank = Math.min(...decidable.map(({ rank }) => rank));
  return decidable.filter(({ rank }) => rank === bestRank);
}

/**
 * Pairs rows with transports in the order of loading, because a truck that drives twice a day unloads in this
 * order. Rows of one registration number and day are paired only if there are as many rows as transports of
 * this number that are nearest to the day.
 */
function pairInOrder(open: readonly OpenRow[]): ReadonlyMap<number, Ranked> {
  const groups = groupBy(open, ({ key, row }) => `${row.day} ${key}`);
  const pairs = new Map<number, Ranked>();
  for (const group of groups.values()) {
    const own = (group[0]?.ranked ?? []).filter(({ isRegistrationNumberEqual }) => isRegistrationNumberEqual);
    const nearest = own
      .filter(({ days }) => days === Math.min(...own.map((one) => one.days)))
      .map(({ transport }) => transport)
      .toSorted((one, other) => {
        if (one.dateLoading !== other.dateLoading) return one.dateLoading < other.dateLoading ? -1 : 1;
        return one.id - other.id;
      });
    if (nearest.length !== group.length) continue;
    for (const [index, { row, ranked }] of group.entries()) {
      const claim = ranked.find(({ transport }) => transport.id === nearest[index]?.id);
      if (claim !== undefined) pairs.set(row.row, claim);
    }
  }
  return pairs;
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
