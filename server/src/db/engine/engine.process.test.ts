import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { repositoryRoot } from '../../repository-root.ts';
import { createPool } from '../pool.ts';
import type { Engine } from './engine.ts';
import { findProcess } from './find-process.ts';
import { startEngine } from './start-engine.ts';

const log = pino({ level: 'silent' });

const until = async (what: string, holds: () => boolean): Promise<void> => {
  const deadline = Date.now() + 40_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`Waited too long for: ${what}`);
    await sleep(10);
  }
};

// A killed process stays listed until its parent reaps it.
const isRunning = (pid: number): boolean => findProcess(pid)?.zombie === false;

const query = async (engine: Pick<Engine, 'connection'>, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new Client(engine.connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

const postmasterOf = (folder: string): number =>
  Number.parseInt(readFileSync(path.join(folder, 'pg18', 'postmaster.pid'), 'utf8'), 10);

// Runs the program in a child process, because only a child process can be killed.
const childScript = `
  import { pino } from 'pino';
  import { startEngine } from '${path.join(import.meta.dirname, 'start-engine.ts')}';
  try {
    const engine = await startEngine({ dataDir: process.argv[1], log: pino({ level: 'silent' }), durable: false });
    console.log(JSON.stringify(engine.connection));
    process.stdin.resume().once('end', async () => { await engine.stop(); process.exit(0); });
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
    process.exit(1);
  }
`;

type EngineProcess = { process: ChildProcess; message: { error?: string } & Engine['connection'] };

const startEngineProcess = async (folder: string): Promise<EngineProcess> => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', childScript, folder],
    { cwd: path.join(repositoryRoot, 'server'), stdio: ['pipe', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface(child.stdout), 'line');
  return { process: child, message: JSON.parse(String(line)) };
};

describe('the built-in database', { timeout: 60_000 }, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'spichlerz-engine-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const start = async (dataDir = folder, poolSize?: number): Promise<Engine> => {
    const engine = await startEngine({ dataDir, log, durable: false, poolSize });
    onTestFinished(() => engine.stop());
    return engine;
  };

  it('is created at the first start, and a stop ends the PostgreSQL process', async () => {
    const engine = await start();
    await query(engine, 'create table kept (id int primary key)');
    const postmaster = postmasterOf(folder);
    await engine.stop();
    expect(isRunning(postmaster)).toBe(false);
    expect(existsSync(path.join(folder, 'pg18', 'postmaster.pid'))).toBe(false);
    expect(readdirSync(folder).toSorted()).toEqual(['lock', 'pg18', 'postgres.log']);
  });

  it('uses Polish letters, Polish sort order and Warsaw time', async () => {
    const engine = await start();
    await query(engine, 'create extension pg_trgm');
    const [row] = await query(
      engine,
      `select lower('ŁÓDŹ') as lower, 'ŻYTO' ilike 'żyto' as alike, current_setting('timezone') as clock,
              array_length(show_trgm('łódź'), 1) as trigrams,
              (select string_agg(x, ' ' order by x collate "pl-x-icu") from unnest('{ź,ł,a,ż,l,ą,z,b,m}'::text[]) x) as sorted`,
    );
    expect(row).toEqual({
      lower: 'łódź',
      alike: true,
      clock: 'Europe/Warsaw',
      trigrams: 5,
      sorted: 'a ą b l ł m z ź ż',
    });
  });

  it('accepts one more connection than a large pool uses', async () => {
    const engine = await start(folder, 110);
    const pool = createPool(engine.connection, 110, log);
    try {
      const clients = await Promise.all(Array.from({ length: 110 }, () => pool.connect()));
      expect(await query(engine, 'select 1 as one')).toEqual([{ one: 1 }]);
      for (const client of clients) client.release();
    } finally {
      await pool.end();
    }
  });

  it('rejects a second copy of the program in the same folder, while the first copy continues', async () => {
    const engine = await start();
    await expect(start()).rejects.toThrow(
      `Another copy of Spichlerz is using the data folder ${folder} (process ${process.pid}); stop it or set another DATA_DIR`,
    );
    const { message } = await startEngineProcess(folder);
    expect(message.error).toContain('Another copy of Spichlerz is using the data folder');
    expect(await query(engine, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts in a data folder whose program has just been killed', async () => {
    const { process: program } = await startEngineProcess(folder);
    const starting = start();
    program.kill('SIGKILL');
    expect(await query(await starting, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts for exactly one of several programs that start in the same folder at the same time', async () => {
    const fresh = path.join(folder, 'race');
    const copies = await Promise.all([
      startEngineProcess(fresh),
      startEngineProcess(fresh),
      startEngineProcess(fresh),
    ]);
    const winners = copies.filter(({ message }) => message.error === undefined);
    expect(winners).toHaveLength(1);
    for (const winner of winners) {
      winner.process.stdin?.end();
      expect(await once(winner.process, 'exit')).toEqual([0, null]);
    }
  });

  it('stops when the program is killed, loses no acknowledged commit and starts again', async () => {
    const acknowledged: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const { process: program, message } = await startEngineProcess(folder);
      const postmaster = postmasterOf(folder);
      const writer = new Client(message);
      writer.on('error', () => {});
      await writer.connect();
      const writing = (async () => {
        for (let id = round * 100_000; ; id += 1) {
          await writer.query('insert into kept values ($1)', [id]);
          acknowledged.push(id);
        }
      })();
      const written = acknowledged.length;
      await until('some commits', () => acknowledged.length > written + 20 * round);
      program.kill('SIGKILL');
      await expect(writing).rejects.toBeInstanceOf(Error);
      if (round % 2 === 0) await until('the end of PostgreSQL', () => !isRunning(postmaster));
    }
    const engine = await start();
    const rows = await query(engine, 'select id from kept');
    const kept = new Set(rows.map((row) => row['id']));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  });

  it('restarts PostgreSQL when only PostgreSQL is killed', async () => {
    const engine = await start();
    for (let round = 1; round <= 3; round += 1) {
      const postmaster = postmasterOf(folder);
      process.kill(postmaster, 'SIGKILL');
      await until('its end', () => !isRunning(postmaster));
      await expect
        .poll(() => query(engine, 'select 1 as one').catch(() => []), { timeout: 40_000 })
        .toEqual([{ one: 1 }]);
    }
  });

  it('can be stopped after its PostgreSQL process was killed', async () => {
    const engine = await start();
    const postmaster = postmasterOf(folder);
    process.kill(postmaster, 'SIGKILL');
    await until('its end', () => !isRunning(postmaster));
    await engine.stop();
    const again = await start();
    expect(await query(again, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts after the program and the watchdog were killed, and ends the orphaned PostgreSQL server', async () => {
    const { process: program } = await startEngineProcess(folder);
    const postmaster = postmasterOf(folder);
    const guard = findProcess(postmaster)?.parent ?? 0;
    const watchers = childrenOf(guard).filter((pid) => pid !== postmaster);
    onTestFinished(() => {
      if (isRunning(postmaster)) process.kill(postmaster, 'SIGINT');
    });
    // Kills the subshells of the watchdog first, because they would stop PostgreSQL when the program ends.
    for (const pid of watchers) process.kill(pid, 'SIGKILL');
    program.kill('SIGKILL');
    await once(program, 'exit');
    process.kill(guard, 'SIGKILL');
    await until('the end of the guard', () => !isRunning(guard));
    expect(isRunning(postmaster)).toBe(true);
    const engine = await start();
    expect(isRunning(postmaster)).toBe(false);
    expect(await query(engine, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('ignores a stale lock file whose pid belongs to an unrelated process', async () => {
    const otherProcess = spawn('sleep', ['60']);
    onTestFinished(() => void otherProcess.kill());
    writeFileSync(path.join(folder, 'pg18', 'postmaster.pid'), `${otherProcess.pid}\n${folder}/pg18\n`);
    const engine = await start();
    expect(await query(engine, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(findProcess(otherProcess.pid ?? 0)?.command).toBe('sleep 60');
  });

  it('completes a first start that was interrupted', async () => {
    const fresh = path.join(folder, 'interrupted');
    const draft = path.join(fresh, 'pg18.new-XXXXXX');
    mkdirSync(draft, { recursive: true });
    writeFileSync(path.join(draft, 'PG_VERSION'), '18\n');
    await start(fresh);
    expect(readdirSync(fresh)).not.toContain('pg18.new-XXXXXX');
  });

  it('puts its socket into another folder when the path of the data folder is too long for a socket', async () => {
    const long = path.join(folder, 'a'.repeat(60), 'b'.repeat(60));
    const engine = await start(long);
    expect(engine.connection.host.startsWith(long)).toBe(false);
    expect(await query(engine, 'select 1 as one')).toEqual([{ one: 1 }]);
    await engine.stop();
    expect(existsSync(engine.connection.host)).toBe(false);
  });

  it('throws a one-line error when the data folder or the backup folder cannot be used', async () => {
    const file = path.join(folder, 'not-a-folder');
    writeFileSync(file, '');
    await expect(start(file)).rejects.toThrow(/^The data folder cannot be used: EEXIST.*$/);
    const begun = startEngine({ dataDir: path.join(folder, 'kept'), backupDir: file, log });
    await expect(begun).rejects.toMatchObject({
      name: 'EngineError',
      message: expect.stringMatching(/^BACKUP_DIR cannot be used: ENOTDIR.*$/),
    });
  });
});

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && findProcess(pid)?.parent === parent);
