import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Logger, pino } from 'pino';
import { buildApp } from '../app.ts';
import { createPool } from '../db/pool.ts';
import { createPrinter } from '../print/printer.ts';
import { createTestDatabase } from './database.ts';

export type TestApp = { app: FastifyInstance; pool: Pool; close(): Promise<void> };

const quiet = pino({ level: process.env['LOG_LEVEL'] ?? 'fatal' });

type Options = { secret?: string; poolSize?: number; metricsToken?: string | undefined; log?: Logger };

/** Builds the app on a new migrated database, without the mailer, periodic jobs or a port. */
export async function startTestApp(options: Options = {}): Promise<TestApp> {
  const { log = quiet } = options;
  const database = await createTestDatabase();
  const pool = createPool(database.target, options.poolSize ?? 8, log);
  const printer = createPrinter();
  const app = await buildApp({
    config: {
      secret: options.secret ?? 'a secret of tests, long enough to sign',
      trustProxy: false,
      passwordMaxAgeDays: undefined,
      metricsToken: options.metricsToken,
    },
    pool,
    database: database.target,
    log,
    printer,
  });
  await app.ready();
  return {
    app,
    pool,
    async close() {
      await app.close();
      await printer.close();
      await pool.end();
      await database.drop();
    },
  };
}
