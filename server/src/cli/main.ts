import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Logger, pino } from 'pino';
import { buildApp } from '../app.ts';
import { type Config, ConfigError, readConfig, securityWarnings } from '../config.ts';
import type { DatabaseTarget } from '../db/database-target.ts';
import { EngineError } from '../db/engine/engine-error.ts';
import { startEngine } from '../db/engine/start-engine.ts';
import { MigrationError, migrate } from '../db/migrate.ts';
import { createPool } from '../db/pool.ts';
import { createDb } from '../db/tx.ts';
import { DEMO_PASSWORD, explainDemoAccounts, listDemoAccounts } from '../demo/demo-accounts.ts';
import { seedDemoCompany } from '../demo/demo-company.ts';
import { errorMessage } from '../error-message.ts';
import { drain } from '../http/drain.ts';
import { startCleanUp } from '../jobs/clean-up.ts';
import { startMarginSums } from '../jobs/margin-sums.ts';
import { logDestination } from '../log-destination.ts';
import { startMailer } from '../mail/mailer.ts';
import { NO_COMPANY } from '../print/company.ts';
import { createPrinter } from '../print/printer.ts';
import { repositoryRoot } from '../repository-root.ts';

/** The program cannot start. The message is one line for the administrator. */
class StartError extends Error {
  override name = 'StartError';
}

type ShutdownHook = { name: string; close: () => Promise<unknown>; timeoutMs?: number };

const defaultHookTimeoutMs = 10_000;
/** Exports are the longest requests. */
const longestRequestMs = 60_000;
const minServerVersion = 150_000;

// Each part of the server adds its hook when it starts; shutdown runs the hooks in reverse order.
const shutdownHooks: ShutdownHook[] = [];

const start = async (config: Config, log: Logger): Promise<void> => {
  const database = await findDatabase(config, log);
  const pool = createPool(database, config.databasePoolSize, log);
  shutdownHooks.push({ name: 'database connections', close: () => pool.end() });
  await checkServerVersion(pool);
  for (const name of await migrate(pool)) log.info({ migration: name }, 'Migration applied');
  if (config.demo) await seedDemoCompany({ pool, log });
  if (config.environment === 'production') await assertNoPublishedPasswords(pool);
  const printer = createPrinter();
  shutdownHooks.push({ name: 'printer', close: () => printer.close() });
  const { environment, smtpUrl, appUrl, mailFrom: from, company } = config;
  if (company === NO_COMPANY) log.warn('COMPANY_NAME is not set, so printouts have no letterhead');
  for (const danger of securityWarnings(config)) log.warn(danger);
  const mailer = startMailer({
    db: createDb(pool),
    log,
    environment,
    smtpUrl,
    appUrl,
    from,
    printer,
    company,
  });
  shutdownHooks.push({ name: 'mail queue', close: () => mailer.stop() });
  const cleanUp = startCleanUp({ db: createDb(pool), log });
  shutdownHooks.push({ name: 'clean-up', close: () => cleanUp.stop() });
  const marginSums = startMarginSums({ db: createDb(pool), log });
  shutdownHooks.push({ name: 'margin sums', close: () => marginSums.stop() });
  const shuttingDown = new AbortController();
  const app = await buildApp({
    config,
    pool,
    database,
    log,
    printer,
    shuttingDown: shuttingDown.signal,
    webRoot: findWebRoot(),
  });
  const stopWebServer = async (): Promise<void> => {
    if (config.drainSeconds > 0) {
      shuttingDown.abort();
      const half = config.drainSeconds * 500;
      await sleep(half);
      await drain(app.server, half);
    }
    await app.close();
  };
  shutdownHooks.push({
    name: 'web server',
    close: stopWebServer,
    timeoutMs: config.drainSeconds * 1_000 + longestRequestMs,
  });
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw explainListenError(error, config);
  });
  printAddress(config, app.server.address());
};

const findDatabase = async (config: Config, log: Logger): Promise<DatabaseTarget> => {
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  const { dataDir, backupDir, databasePoolSize: poolSize } = config;
  const engine = await startEngine({ dataDir, backupDir, poolSize, log });
  shutdownHooks.push({ name: 'built-in database', close: () => engine.stop() });
  return engine.connection;
};

// In development the folder does not exist, because Vite serves the pages.
const findWebRoot = (): string | undefined => {
  const folder = path.join(repositoryRoot, 'web', 'dist');
  return existsSync(path.join(folder, 'index.html')) ? folder : undefined;
};

const checkServerVersion = async (pool: Pool): Promise<void> => {
  const { rows } = await queryServerVersion(pool).catch((error: unknown) => {
    throw new StartError(`The database cannot be reached: ${errorMessage(error)}`);
  });
  for (const { version, name } of rows) {
    if (version < minServerVersion)
      throw new StartError(`The database is PostgreSQL ${name}; 15 or newer is needed`);
  }
};

const assertNoPublishedPasswords = async (pool: Pool): Promise<void> => {
  const accounts = await listDemoAccounts(createDb(pool));
  if (accounts.length > 0) throw new StartError(explainDemoAccounts(accounts));
};

// `async` turns an exception into a rejection: pg throws when it cannot read a certificate file.
const queryServerVersion = async (pool: Pool) =>
  pool.query<{ version: number; name: string }>(
    `select current_setting('server_version_num')::int4 as version, current_setting('server_version') as name`,
  );

const explainListenError = (error: unknown, { host, port }: Config): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is taken; end the program that has it or set another PORT`);
  if (code === 'EACCES')
    return new StartError(`Port ${port} is not for ordinary users; set PORT to 1024 or more`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST ${host} is no address of this machine`);
  return error;
};

const printAddress = (config: Config, address: AddressInfo | string | null): void => {
  const port = typeof address === 'object' ? address?.port : config.port;
  const host = ['0.0.0.0', '127.0.0.1', '::', '::1'].includes(config.host) ? 'localhost' : config.host;
  console.log(`Spichlerz is ready: http://${host}:${port}`);
  if (config.environment !== 'production' && config.demo) {
    console.log(`  admin@spichlerz.test       ${DEMO_PASSWORD}  (ADMIN)`);
    console.log(`  handlowiec@spichlerz.test  ${DEMO_PASSWORD}  (USER)`);
  }
};

const shutDown = async (log: Logger): Promise<void> => {
  for (let hook = shutdownHooks.pop(); hook !== undefined; hook = shutdownHooks.pop()) {
    const { name, timeoutMs = defaultHookTimeoutMs } = hook;
    try {
      // A hook that hangs must not block the next: the database must always flush to disk.
      await Promise.race([hook.close(), sleep(timeoutMs, undefined, { ref: false })]);
    } catch (error) {
      log.error({ err: error }, `Closing failed: ${name}`);
    }
  }
};

const run = async (): Promise<void> => {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel }, logDestination());
  let closing = false;
  const stop = () => {
    // Ctrl-C reaches this process from the terminal and from npm, so the signal arrives twice.
    if (closing) return;
    closing = true;
    void shutDown(log).then(() => process.exit(0));
  };
  // SIGHUP is sent when the terminal window is closed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  try {
    await start(config, log);
  } catch (error) {
    if (closing) return;
    await shutDown(log);
    throw error;
  }
};

try {
  await run();
} catch (error) {
  const known = [StartError, ConfigError, EngineError, MigrationError].some((kind) => error instanceof kind);
  console.error(known && error instanceof Error ? error.message : error);
  process.exit(1);
}
