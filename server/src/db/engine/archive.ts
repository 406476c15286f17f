import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { ensureDirectory } from '../../ensure-directory.ts';
import { errorMessage } from '../../error-message.ts';
import { EngineError } from './engine-error.ts';

/*
 * The write-ahead log (WAL) of the built-in database, archived in BACKUP_DIR for point-in-time recovery. See
 * docs/operations.md.
 */

const walDirectory = (backupDir: string): string => path.join(backupDir, 'wal');

export const ensureWalDirectory = (backupDir: string): string => {
  const folder = walDirectory(backupDir);
  try {
    ensureDirectory(folder);
    // An existing folder may belong to another user: PostgreSQL would then keep every segment silently until
    // its disk is full.
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new EngineError(`BACKUP_DIR cannot be used: ${errorMessage(error)}`);
  }
  return folder;
};

/**
 * PostgreSQL archives each finished WAL segment. With archive_timeout, a segment is finished at least once a
 * minute if anything was written.
 */
export const archiveSettings = (backupDir: string): Record<string, string> => {
  const folder = shellQuoted(walDirectory(backupDir));
  const kept = `${folder}/%f`;
  const part = `${kept}.part`;
  return {
    archive_mode: 'on',
    archive_timeout: '60',
    // PostgreSQL may archive a segment twice; an archived segment is never replaced. PostgreSQL deletes its
    // own copy after this command, so the archived file and its directory entry must be on disk by then.
    // `sync` flushes one file on Linux, everything on macOS.
    archive_command:
      `{ cmp -s %p ${kept} || { test ! -f ${kept} && cp %p ${part} && sync ${part} && mv ${part} ${kept}; }; } ` +
      `&& sync ${folder}`,
  };
};

/** Replays the WAL to its end, or to a moment in Warsaw time; clients cannot connect before that. */
export const recoverySettings = (backupDir: string, to: string | undefined): Record<string, string> => ({
  restore_command: `cp ${shellQuoted(walDirectory(backupDir))}/%f %p`,
  hot_standby: 'off',
  ...(to !== undefined && { recovery_target_time: to, recovery_target_action: 'promote' }),
});

// PostgreSQL expands %f and %p, so a % in the path is doubled; single quotes protect the path from the shell.
const shellQuoted = (folder: string): string => `'${folder.replaceAll('%', '%%').replaceAll("'", `'\\''`)}'`;
