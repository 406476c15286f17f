import { type ChildProcess, spawn } from 'node:child_process';
import type { Account } from './choose-account.ts';

export type WatchedProcess = {
  /** The program's exit code; null when it has none. */
  exited: Promise<number | null>;
  hasExited(): boolean;
  /** Sends SIGINT: PostgreSQL disconnects its clients, flushes to disk and exits. */
  end(): void;
};

// The shell's stdin is a pipe from this process, which reaches its end when this process ends, even by kill -9.
// The pipe is copied to descriptor 3, because a shell gives its background jobs an empty stdin. The signal is
// repeated, because a background job ignores SIGINT until it sets a handler.
export const watchdogScript = [
  'exec 3<&0',
  '"$0" "$@" </dev/null 3<&- & p=$!',
  '(while read -r _ <&3; do :; done; while kill -INT $p 2>/dev/null; do sleep 0.2 || sleep 1; done) & w=$!',
  'exec 3<&-',
  'wait $p; r=$?',
  'kill $w 2>/dev/null',
  'exit $r',
].join('\n');

/** Runs a program that stops when this process ends, even by kill -9. */
export const spawnWithWatchdog = (
  command: readonly string[],
  account: Account,
  output: number,
  env: NodeJS.ProcessEnv = {},
): WatchedProcess => {
  const child: ChildProcess = spawn('sh', ['-c', watchdogScript, ...account.prefix, ...command], {
    // Its own process group, which Ctrl-C does not reach: the application drains its requests before PostgreSQL
    // stops.
    detached: true,
    cwd: '/',
    stdio: ['pipe', output, output],
    // The database must not see the application's settings and secrets.
    env: { PATH: process.env.PATH, LC_ALL: 'C', ...env },
    ...account.owner,
  });
  // A failed write to a shell that has just ended must not end the application.
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
