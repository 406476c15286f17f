import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from './engine-error.ts';
import { findProcess, type ProcessInfo } from './find-process.ts';
import { watchdogScript } from './spawn-with-watchdog.ts';

const watchdogTimeoutMs = 30_000;
const orphanTimeoutMs = 120_000;

/**
 * Waits until no PostgreSQL of an earlier process uses the cluster.
 * @returns the pid in the lock file of the cluster if it belongs to an unrelated process or to a zombie.
 * PostgreSQL would take that process for a running server.
 */
export const waitForPreviousServer = async (cluster: string): Promise<number | undefined> => {
  const began = performance.now();
  let signalledPid: number | undefined;
  for (;;) {
    const pid = lockFilePid(cluster);
    const found = pid === undefined ? undefined : findProcess(pid);
    if (pid === undefined || found === undefined) return undefined;
    if (found.zombie || !isPostgresOf(cluster, found)) return pid;
    const waited = performance.now() - began;
    if (hasWatchdog(found)) {
      // Either the application of this PostgreSQL has died and its watchdog is stopping it, or the application
      // is still running and the lock file of the data folder was deleted.
      if (waited > watchdogTimeoutMs) {
        throw new EngineError(
          `Another copy of Spichlerz is using the data folder ${path.dirname(cluster)} (PostgreSQL process ${pid})`,
        );
      }
    } else if (signalledPid !== pid) {
      process.kill(pid, 'SIGINT');
      signalledPid = pid;
    }
    if (waited > orphanTimeoutMs) {
      throw new EngineError(`An earlier PostgreSQL (process ${pid}) does not end; end it and start again`);
    }
    await sleep(25);
  }
};

const lockFilePid = (cluster: string): number | undefined => {
  try {
    const pid = Number.parseInt(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

const isPostgresOf = (cluster: string, { command }: ProcessInfo): boolean =>
  command.includes(`postgres -D ${cluster} `);

// Only the first line of the script is compared, because /proc and `ps` print line breaks in different ways.
const watchdogMark = watchdogScript.slice(0, watchdogScript.indexOf('\n'));

const hasWatchdog = ({ parent }: ProcessInfo): boolean =>
  findProcess(parent)?.command.includes(watchdogMark) ?? false;
