import { type ChildProcess, spawn } from 'node:child_process';
import type { Account } from './choose-account.ts';

export type WatchedProcess = {
  /** The exit code of the program, null when there is none. */
  exited: Promise<number | null>;
  hasExited(): boolean;
  /** Asks the program to end (SIGINT: PostgreSQL drops its clients and writes everything down). */
  end(): void;
};

// The read end of a pipe tells when this process is gone, even by kill -9, and no timer or heartbeat can do so.
// A shell ignores SIGINT for what it puts in the background until the program sets its own handler, so it repeats.
// Background jobs get an empty input from the shell, hence descriptor 3.
export const watchdogScript = [
  'exec 3<&0',
  '"$0" "$@" </dev/null 3<&- & p=$!',
  '(while read -r _ <&3; do :; done; while kill -INT $p 2>/dev/null; do sleep 0.2 || sleep 1; done) & w=$!',
  'exec 3<&-',
  'wait $p; r=$?',
  'kill $w 2>/dev/null',
  'exit $r',
].join('\n');

/** Runs a program that ends when this process does, whatever ends this process. */
export const spawnWithWatchdog = (
  command: readonly string[],
  account: Account,
  output: number,
  env: NodeJS.ProcessEnv = {},
): WatchedProcess => {
  const child: ChildProcess = spawn('sh', ['-c', watchdogScript, ...account.prefix, ...command], {
    // A group of its own keeps Ctrl-C away: the application drains its requests first.
    detached: true,
    cwd: '/',
    stdio: ['pipe', output, output],
    // The settings and secrets of the application are none of the database's business.
    env: { PATH: process.env.PATH, LC_ALL: 'C', ...env },
    ...account.owner,
  });
  // Writing to a shell that has just ended is no error worth ending the application for.
  child.stdin?.on('error', () => {});
  let gone = false;
  const exited = new Promise<number | null>((resolve) => {
    const settle = (code: number | null) => {
      gone = true;
      resolve(code);
    };
    child.once('exit', settle);
    child.once('error', () => settle(null));
  });
  return { exited, hasExited: () => gone, end: () => child.stdin?.end() };
};
