import { Pool, types } from 'pg';
import type { Logger } from 'pino';
import { type DatabaseTarget, withSessionSettings } from './database-target.ts';
import { primaryConnection } from './primary-client.ts';

const sessionOptions = [
  '-c timezone=Europe/Warsaw',
  // PostgreSQL's default assumes a spinning disk.
  '-c random_page_cost=1.1',
  // JIT compilation takes tens of milliseconds, longer than nearly every statement takes.
  '-c jit=off',
  // Time limits for long statements, for waits for locks, and for transactions that are left open. Without a
  // limit, any of these could block other transactions.
  '-c statement_timeout=15000',
  '-c lock_timeout=5000',
  '-c idle_in_transaction_session_timeout=30000',
].join(' ');

export const createPool = (target: DatabaseTarget, size: number, log: Logger): Pool => {
  const { Client, config } = primaryConnection(target);
  const pool = new Pool({
    ...withSessionSettings(config, sessionOptions),
    Client,
    max: size,
    connectionTimeoutMillis: 10_000,
    // With TCP keepalive, an idle connection to an unreachable host ends after 20 seconds instead of hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'spichlerz',
    types: { getTypeParser },
  });
  // The error event of a closed idle connection ends the process if nothing listens.
  pool.on('error', (error) => {
    if (!pool.ending) log.error({ err: error }, 'A database connection was lost');
  });
  // The pool handles the error event of idle connections only. A connection in use must not end the process;
  // its query fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

type Parse = (value: string) => unknown;

// Declares the type again, because the declaration of pg accepts only the type ids that have a parser.
const parserOf: (oid: number, format?: 'text' | 'binary') => Parse = types.getTypeParser;

const textArrayOid = 1009;
const timestampOid = 1184;

const text: Parse = (value) => value;

const texts = (value: string): (string | null)[] => {
  const parsed: unknown = parserOf(textArrayOid)(value);
  return Array.isArray(parsed) ? parsed : [];
};

const safeInteger = (value: string): number => {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new RangeError(`${value} is beyond the whole numbers kept exactly`);
  return number;
};

const timestamp = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d$/;

/** Converts a timestamptz of PostgreSQL to ISO 8601 in UTC. `infinity` stays as it is. */
const isoTime = (value: string): string => {
  // If the day is the same in UTC, only the hour in the text changes. Parsing with Date takes five times as
  // long, which matters in lists.
  if (timestamp.test(value)) {
    const hour = Number(value.slice(11, 13)) - Number(value.slice(-3));
    if (hour >= 0 && hour <= 23)
      return `${value.slice(0, 10)}T${hour < 10 ? '0' : ''}${hour}${value.slice(13, 19)}.${value.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`;
  }
  const time: unknown = parserOf(timestampOid)(value);
  return time instanceof Date ? time.toISOString() : value;
};

const each =
  (parse: (value: string) => unknown): Parse =>
  (value) =>
    texts(value).map((item) => (item === null ? null : parse(item)));

// Days, decimals and times of day stay text, because JavaScript's own types would shift or round them.
const parsers: Readonly<Record<number, Parse | undefined>> = {
  20: safeInteger, // int8
  1016: each(safeInteger), // int8[]
  1082: text, // date
  1182: texts, // date[]
  1083: text, // time
  1114: text, // timestamp
  [timestampOid]: isoTime, // timestamptz
  1185: each(isoTime), // timestamptz[]
  1186: text, // interval
  1700: text, // numeric
  1231: texts, // numeric[]
};

const getTypeParser = (oid: number, format?: 'text' | 'binary'): Parse =>
  (format === 'binary' ? undefined : parsers[oid]) ?? parserOf(oid, format);
