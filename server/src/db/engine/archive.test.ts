import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { archiveSettings, ensureWalDirectory } from './archive.ts';

let folder: string;
let log: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "archive's "));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  log = ensureWalDirectory(folder);
  // a fake sync that records which files the WAL folder held when it was called
  mkdirSync(path.join(folder, 'bin'));
  const sync = path.join(folder, 'bin', 'sync');
  writeFileSync(
    sync,
    `#!/bin/sh\nprintf '%s: %s\\n' "$1" "$(ls '${log.replaceAll("'", `'\\''`)}')" >> "$SYNCED"\n`,
  );
  chmodSync(sync, 0o755);
});

/** Runs the archive command on a WAL segment, as PostgreSQL does; returns the files that were synced. */
function runArchiveCommand(content: string): string[] {
  const piece = path.join(folder, 'piece');
  writeFileSync(piece, content);
  const synced = path.join(folder, 'synced');
  writeFileSync(synced, '');
  const command = archiveSettings(folder)['archive_command'] ?? '';
  const named = command.replaceAll('%p', 'piece').replaceAll('%f', '000000010000000000000001');
  const env = { ...process.env, PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`, SYNCED: synced };
  execFileSync('/bin/sh', ['-c', named], { cwd: folder, env, stdio: 'ignore' });
  return readFileSync(synced, 'utf8').trim().split('\n');
}

const archivedContent = () => readFileSync(path.join(log, '000000010000000000000001'), 'utf8');

it('the archive command syncs a WAL segment before renaming it, and the folder after the rename', () => {
  const part = '000000010000000000000001.part';
  expect(runArchiveCommand('what was written')).toEqual([
    `${path.join(log, part)}: ${part}`,
    `${log}: 000000010000000000000001`,
  ]);
  expect(archivedContent()).toBe('what was written');
  expect(readdirSync(log)).toHaveLength(1);
});

it('the archive command accepts the same WAL segment twice and syncs the folder each time', () => {
  runArchiveCommand('what was written');
  expect(runArchiveCommand('what was written')).toEqual([`${log}: 000000010000000000000001`]);
});

it('the archive command rejects a different WAL segment of the same name and keeps the first segment', () => {
  runArchiveCommand('what was written');
  expect(() => runArchiveCommand('something else')).toThrow('Command failed');
  expect(archivedContent()).toBe('what was written');
});
