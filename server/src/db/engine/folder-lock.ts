import { spawnSync } from 'node:child_process';
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from './engine-error.ts';

export type FolderLock = { release(): void };

// On macOS, open(2) can lock the file; Node has no constant for this flag.
const darwinExclusiveLock = 0x20;

// On a busy machine a killed process may hold the lock for a moment after its parent has noticed the exit.
const lockTimeoutMs = 3000;

/**
 * Locks the data folder for this process. The kernel releases the lock when the process ends, so that a lock is
 * never stale. Of two servers that start at once, exactly one gets the lock.
 * @throws EngineError when another process still holds the lock after three seconds
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
  // The file must stay: a lock on a deleted file would not block the next process.
  return { release: () => closeSync(descriptor) };
};

const lockOnLinux = (file: string): number | undefined => {
  const descriptor = openSync(file, 'a', 0o600);
  // flock(1) locks the open file that it shares with this process, so the lock remains after flock has exited.
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
