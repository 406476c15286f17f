import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder for its owner alone, with those above it. Node's own way of making all of them tries for ever where
 * there can be none, as below /proc.
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
