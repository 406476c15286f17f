import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { logDestination } from './log-destination.ts';

const newFile = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'spichlerz-lines-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'log');
};

it('the log destination writes each line immediately', () => {
  const file = newFile();
  const descriptor = openSync(file, 'a');
  onTestFinished(() => closeSync(descriptor));
  const log = pino({}, logDestination(descriptor));
  log.info('żyto');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ msg: 'żyto' });
});

it.runIf(existsSync('/dev/full'))('a full log disk does not stop the server', () => {
  const descriptor = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(descriptor));
  const log = pino({}, logDestination(descriptor));
  for (let line = 0; line < 3; line++) expect(() => log.info('A call')).not.toThrow();
});

it('the log destination reports the number of lost lines when writing works again', () => {
  const pipe = newFile();
  spawnSync('mkfifo', [pipe]);
  // a full non-blocking pipe fails immediately
  const descriptor = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(descriptor));
  const room = Buffer.alloc(1_000_000);
  const lines = logDestination(descriptor);
  lines.write(`${'x'.repeat(room.length)}\n`);
  lines.write('two\n');
  readSync(descriptor, room);
  lines.write('three\n');
  const [, report = '', last] = room.toString('utf8', 0, readSync(descriptor, room)).split('\n');
  expect(JSON.parse(report)).toMatchObject({ level: 40, lost: 2 });
  expect(last).toBe('three');
});
