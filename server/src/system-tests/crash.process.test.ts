import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../repository-root.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { type Program, startProgram } from '../testing/program.ts';
import { until } from '../testing/until.ts';
import { startWriters } from '../testing/writers.ts';

/*
 * Kills the parts of the running program repeatedly during writes. Acknowledged writes must exist exactly
 * once, every stored sum must be right, and the program must recover without help.
 */

const CRASHING_PARTS = 3;
const ROUNDS = Math.ceil(Number(process.env['CRASH_ROUNDS'] ?? 6) / CRASHING_PARTS);
const WRITERS = Number(process.env['CRASH_WRITERS'] ?? 4);
const ROUND_MS = 60_000;
const timeout = 60_000 + ROUNDS * ROUND_MS;

const root = mkdtempSync(path.join(tmpdir(), 'spichlerz-crash-'));
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

/** Kills every part ROUNDS times while clients write, and verifies the acknowledged writes at the end. */
async function crashRepeatedly(program: Program, parts: readonly (() => Promise<void>)[]): Promise<void> {
  const writers = startWriters(program, WRITERS);
  const kills = parts.flatMap((kill) => Array.from({ length: ROUNDS }, () => kill));
  for (const [round, kill] of kills.entries()) {
    await writers.writeDuring(async () => {
      const before = writers.count();
      await until(() => writers.count() >= before + 5, 30_000);
      await kill();
      await until(() => program.isReady(), ROUND_MS);
    });
    await writers.resendUncertain({ round });
  }
  expect(writers.count()).toBeGreaterThan(kills.length * 5);
  await writers.verifyAcknowledged();
}

function checkIntegrity(settings: Readonly<Record<string, string>>): string {
  const command = [path.join('server', 'dist', 'check-integrity.js')];
  const env = { ...process.env, DATABASE_URL: '', ...settings };
  return execFileSync(process.execPath, command, { cwd: repositoryRoot, env, encoding: 'utf8' });
}

const postmasterPid = (dataDir: string): number => {
  const cluster = readdirSync(dataDir).find((name) => /^pg\d+$/.test(name)) ?? '';
  return Number.parseInt(readFileSync(path.join(dataDir, cluster, 'postmaster.pid'), 'utf8'), 10);
};

describe('a crash loses no acknowledged write and repeats none', () => {
  it('when the server is killed, and when its built-in database is killed and restarted by the server', {
    timeout: 2 * timeout,
  }, async () => {
    const settings = { DATA_DIR: path.join(root, 'server') };
    const program = await startProgram(settings);
    const killServer = async () => {
      program.kill();
      await program.start();
    };
    const killDatabase = async () => {
      const { pid } = program;
      process.kill(postmasterPid(settings.DATA_DIR), 'SIGKILL');
      await until(async () => !(await program.isReady()), 10_000);
      expect(program.pid).toBe(pid);
    };
    await crashRepeatedly(program, [killServer, killDatabase]);
    await program.stop();
    expect(checkIntegrity(settings)).toBe('Integrity: clean\n');
  });

  it('when a PostgreSQL server is killed and restarted while the server keeps running', {
    timeout,
  }, async () => {
    const postgres: PostgresServer = await startPostgres(path.join(root, 'postgres'));
    const settings = { DATABASE_URL: postgres.address, DATA_DIR: path.join(root, 'none') };
    const program = await startProgram(settings);
    const { pid } = program;
    const killDatabase = async () => {
      await postgres.kill();
      await postgres.start();
    };
    await crashRepeatedly(program, [killDatabase]);
    expect(program.pid).toBe(pid);
    await program.stop();
    expect(checkIntegrity(settings)).toBe('Integrity: clean\n');
    await postgres.stop();
  });
});
