import { spawnSync } from 'node:child_process';
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from './engine-error.ts';

export type FolderLock = { release(): void };

// open(2) of macOS takes the lock itself; Node names no constant for it.
const darwinExclusiveLock = 0x20;

// A killed process drops its locks one by one, and on a busy machine whoever waited for its end is sooner here.
const lockTimeoutMs = 3000;

/**
 * Takes the data folder for this process alone. The kernel keeps the lock and drops it when the process ends,
 * however it ends, so there is no stale lock to judge and two copies that race have exactly one winner.
 * Refuses after three seconds of asking.
 */
export const lockFolder = async (folder: string): Promise<FolderLock> => {
  const file = path.join(folder, 'lock');
  const lock = process.platform === 'darwin' ? lockOnDarwin : lockOnLinux;
  const deadline = performance.now() + lockTimeoutMs;
  let descriptor = lock(file);
  while (descriptor === undefined && performance.now() < deadline) {
    await sleep(100);
    descriptor = lock(file);
  }
  if (descriptor === undefined) {
    const owner = readFileSync(file, 'utf8').trim();
    throw new EngineError(
      `Another copy of Spichlerz is using the data folder ${folder}${owner === '' ? '' : ` (process ${owner})`}; stop it or set another DATA_DIR`,
    );
  }
  ftruncateSync(descriptor);
  writeSync(descriptor, `${process.pid}\n`);
  // The file stays: a lock on a deleted file would not stop the next copy from locking a new one.
  return { release: () => closeSync(descriptor) };
};

const lockOnLinux = (file: string): number | undefined => {
  const descriptor = openSync(file, 'a', 0o600);
  // The lock belongs to the open file, which the helper shares with this process, so it outlives the helper.
  const helper = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] });
  if (helper.status === 0) return descriptor;
  closeSync(descriptor);
  if (helper.status === 1) return undefined;
  throw new EngineError(
    'The built-in database needs the flock program (package util-linux); install it or set DATABASE_URL',
  );
};

const lockOnDarwin = (file: string): number | undefined => {
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_RDWR } = constants;
  try {
    return openSync(file, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | darwinExclusiveLock, 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined;
    throw error;
  }
};
