import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ServerLog, serverLog } from './server-log.ts';

let folder: string;
let log: ServerLog;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'spichlerz-log-'));
  log = serverLog(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (...lines: string[]) => writeFileSync(log.file, `${lines.join('\n')}\n`);

it('lastFailure returns why PostgreSQL ended, and ignores the rejections of clients that connect too early', () => {
  write(
    '2026-11-21 21:52:01.100 CET [71] LOG:  redo done at 0/3000028',
    '2026-11-21 21:52:01.101 CET [71] FATAL:  recovery ended before configured recovery target was reached',
    '2026-11-21 21:52:01.110 CET [74] FATAL:  the database system is starting up',
    '2026-11-21 21:52:01.120 CET [70] LOG:  startup process (PID 71) exited with exit code 1',
    '2026-11-21 21:52:01.130 CET [75] FATAL:  the database system is in recovery mode',
  );
  expect(log.lastFailure()).toBe('recovery ended before configured recovery target was reached');
});

it('lastFailure returns undefined when nothing failed', () => {
  write('2026-11-21 21:52:01.130 CET [75] FATAL:  the database system is starting up');
  expect(log.lastFailure()).toBeUndefined();
});

it('lastFailure returns undefined when the log file was deleted', () => {
  expect(log.lastFailure()).toBeUndefined();
});
