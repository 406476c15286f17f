import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { ensureDirectory } from '../../ensure-directory.ts';
import { errorMessage } from '../../error-message.ts';
import { EngineError } from './engine-error.ts';

/*
 * The log of writes of the built-in database, kept in BACKUP_DIR: with it a copy of the database is brought to any
 * moment after it was taken. See docs/operations.md.
 */

const walDirectory = (backupDir: string): string => path.join(backupDir, 'wal');

export const ensureWalDirectory = (backupDir: string): string => {
  const folder = walDirectory(backupDir);
  try {
    ensureDirectory(folder);
    // one that is there already may be somebody else's: PostgreSQL would keep everything, in silence, until its disk is full
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new EngineError(`BACKUP_DIR cannot be used: ${errorMessage(error)}`);
  }
  return folder;
};

/** PostgreSQL hands a finished piece of the log over, at least once a minute when something was written. */
export const archiveSettings = (backupDir: string): Record<string, string> => {
  const folder = shellQuoted(walDirectory(backupDir));
  const kept = `${folder}/%f`;
  const part = `${kept}.part`;
  return {
    archive_mode: 'on',
    archive_timeout: '60',
    // A piece may be handed over twice, and one that is there is never replaced. PostgreSQL throws its own away once
    // this is done, so the copy is on the disk by then, and its name too: Linux syncs the one file, macOS everything.
    archive_command:
      `{ cmp -s %p ${kept} || { test ! -f ${kept} && cp %p ${part} && sync ${part} && mv ${part} ${kept}; }; } ` +
      `&& sync ${folder}`,
  };
};

/** Plays the log to its end, or to a moment in the clock of Warsaw; nobody gets in before. */
export const recoverySettings = (backupDir: string, to: string | undefined): Record<string, string> => ({
  restore_command: `cp ${shellQuoted(walDirectory(backupDir))}/%f %p`,
  hot_standby: 'off',
  ...(to !== undefined && { recovery_target_time: to, recovery_target_action: 'promote' }),
});

// PostgreSQL puts names in for %f and %p, so a % of the path is doubled; the shell gets it in single quotes.
const shellQuoted = (folder: string): string => `'${folder.replaceAll('%', '%%').replaceAll("'", `'\\''`)}'`;
