import { timingSafeEqual } from 'node:crypto';
import { DomainError } from '@spichlerz/shared/domain/domain-error';
import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from '../db/tx.ts';
import { IS_GIVEN_UP, IS_WAITING } from '../mail/queue-mail.ts';

type MetricsParts = {
  db: Db;
  pool: Pool;
  /** The bearer token: the metrics reveal how busy a company is, so they are not public. */
  token: string;
  openStreams: () => number;
};

// The upper bounds of the buckets, from the time of an index lookup to statement_timeout.
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** GET /api/metrics, in the text format of Prometheus. */
export function registerMetrics(app: FastifyInstance, { db, pool, token, openStreams }: MetricsParts): void {
  // A separate registry instead of the global one, because several servers may run in one process.
  const register = new Registry();
  collectDefaultMetrics({ register, prefix: 'spichlerz_' });

  const answered = new Histogram({
    name: 'spichlerz_request_seconds',
    help: 'Time to answer a call.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: [register],
  });
  app.addHook('onResponse', async (request, reply) => {
    // Unknown paths share one label: a client could otherwise create any number of labels.
    const route = request.routeOptions.url ?? 'none';
    answered.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });

  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name: `spichlerz_${name}`,
      help,
      registers: [register],
      async collect() {
        this.set(await read());
      },
    });
  gauge('database_connections', 'Connections of this server to the database.', () => pool.totalCount);
  gauge('database_connections_idle', 'Open connections that run no query.', () => pool.idleCount);
  gauge('database_waiting', 'Calls that wait for a connection.', () => pool.waitingCount);
  gauge('live_streams', 'Open screens that follow live changes.', openStreams);
  gauge('mails_waiting', 'E-mails not sent yet, of all servers.', () => countMails(db, IS_WAITING));
  gauge('mails_given_up', 'E-mails that failed permanently, of all servers.', () =>
    countMails(db, IS_GIVEN_UP),
  );

  app.get('/api/metrics', async (request, reply) => {
    if (!isToken(request.headers.authorization, token)) throw new DomainError('UNAUTHORIZED');
    return reply.type(register.contentType).send(await register.metrics());
  });
}

async function countMails(db: Db, which: RawBuilder<boolean>): Promise<number> {
  try {
    const { n } = await db
      .selectFrom('mail')
      .where(which)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return n;
  } catch {
    // NaN instead of an error keeps the other metrics readable. These matter most while the database is
    // unavailable.
    return Number.NaN;
  }
}

function isToken(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
