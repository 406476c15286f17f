import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and its parents for their owner only. Node's recursive mkdir (up to 24.21) never returns
 * where no folder can be created, for example below /proc. With a wrong DATA_DIR the start would hang.
 */
export const ensureDirectory = (folder: string): void => {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const above = path.dirname(folder);
    if (code === 'ENOENT' && !isDirectory(above)) {
      ensureDirectory(above);
      ensureDirectory(folder);
    } else if (!isDirectory(folder)) throw error;
  }
};

const isDirectory = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
