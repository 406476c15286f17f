import { writeSync } from 'node:fs';

const STANDARD_OUTPUT = 1;

/**
 * Writes each log line at once, so that none is lost when the process ends. Lines that cannot be written (a
 * full disk, a closed pipe) are dropped and counted; the server continues. pino's own synchronous destination
 * ends the process on a full disk, and blocks it while a full non-blocking pipe is not read.
 */
export function logDestination(descriptor = STANDARD_OUTPUT): { write(line: string): void } {
  let lost = 0;
  const put = (text: string): boolean => {
    try {
      let rest = Buffer.from(text);
      while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
      return true;
    } catch {
      return false;
    }
  };
  return {
    write(line) {
      if (lost > 0) {
        const warning = {
          level: 40,
          time: Date.now(),
          pid: process.pid,
          lost,
          msg: 'Lines of the log were lost',
        };
        // the previous line may be incomplete, so the warning starts on a new line
        if (!put(`\n${JSON.stringify(warning)}\n`)) {
          lost += 1;
          return;
        }
        lost = 0;
      }
      if (!put(line)) lost += 1;
    },
  };
}
