import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { type DatabaseTarget, withDatabaseName } from '../db/database-target.ts';
import { startEngine } from '../db/engine/start-engine.ts';
import { migrate } from '../db/migrate.ts';
import { createPool } from '../db/pool.ts';
import { withClient } from '../db/with-client.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { target: DatabaseTarget; template: string };
  }
}

const log = pino({ level: process.env['LOG_LEVEL'] ?? 'warn' });

type TestServer = { target: DatabaseTarget; stop(): Promise<void> };

/** Creates one migrated template database per run; test files use copies of it. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const server = await findServer();
  // concurrent runs on one server need different names
  const template = `spichlerz_test_${process.pid}_${randomBytes(3).toString('hex')}`;
  const teardown = async (): Promise<void> => {
    try {
      await dropDatabases(server.target, template);
    } finally {
      await server.stop();
    }
  };
  try {
    await withClient(server.target, (client) =>
      client.query(`create database ${template} template template0 encoding 'UTF8'`),
    );
    await migrateTemplate(withDatabaseName(server.target, template));
    project.provide('testServer', { target: server.target, template });
    return teardown;
  } catch (error) {
    await teardown();
    throw error;
  }
};

const MEMORY_FOLDER = '/dev/shm';
const CLUSTER_BYTES = 1024 ** 3;

/**
 * The folder in memory if it has enough room. On a disk the tests take twice as long, because each test file
 * creates a database of a thousand files.
 */
const clusterFolder = (): string => {
  const stat = existsSync(MEMORY_FOLDER) ? statfsSync(MEMORY_FOLDER) : undefined;
  return stat !== undefined && stat.bavail * stat.bsize >= CLUSTER_BYTES ? MEMORY_FOLDER : tmpdir();
};

const findServer = async (): Promise<TestServer> => {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined && url !== '') return { target: url, stop: async () => {} };
  const folder = mkdtempSync(path.join(clusterFolder(), 'spichlerz-test-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const engine = await startEngine({ dataDir: folder, log, durable: false });
    return {
      target: engine.connection,
      stop: async () => {
        await engine.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
};

const migrateTemplate = async (target: DatabaseTarget): Promise<void> => {
  const pool = createPool(target, 2, log);
  try {
    await migrate(pool);
  } finally {
    // A database in use cannot be copied.
    await pool.end();
  }
};

const dropDatabases = (target: DatabaseTarget, template: string): Promise<void> =>
  withClient(target, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [template],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
