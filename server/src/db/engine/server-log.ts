import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

const maxBytes = 5_000_000;
const tailBytes = 8_000;

/** Whether PostgreSQL rejected a client during start or shutdown, such as one of our readiness checks. */
const isClientRejection = (line: string): boolean => line.includes('FATAL:  the database system is ');

export type ServerLog = {
  file: string;
  /** Opens the log for appending; the caller closes it. */
  open(): number;
  /** The last error that PostgreSQL logged before it ended. */
  lastFailure(): string | undefined;
};

export const serverLog = (dataDir: string): ServerLog => {
  const file = path.join(dataDir, 'postgres.log');
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return {
    file,
    open() {
      if (size() > maxBytes) renameSync(file, `${file}.old`);
      return openSync(file, 'a', 0o600);
    },
    lastFailure() {
      // The file may have been deleted while PostgreSQL ran.
      const end = size();
      if (end === 0) return undefined;
      const buffer = Buffer.alloc(Math.min(end, tailBytes));
      const descriptor = openSync(file, 'r');
      try {
        readSync(descriptor, buffer, 0, buffer.length, end - buffer.length);
      } finally {
        closeSync(descriptor);
      }
      const lines = buffer.toString('utf8').split('\n');
      return lines
        .findLast((line) => /(FATAL|PANIC|postgres|initdb):/.test(line) && !isClientRejection(line))
        ?.replace(/^.*?(FATAL|PANIC):\s*/, '');
    },
  };
};
