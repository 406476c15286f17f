import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { repositoryRoot } from '../repository-root.ts';

/**
 * Runs `npm run restore` on a data folder that holds a replaced database. Goes through npm, because npm
 * consumes some options itself.
 */
function npmRestore(args: string[], { isBrokenOff = false } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'spichlerz-restore-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = path.join(folder, 'data');
  mkdirSync(path.join(dataDir, 'pg18'), { recursive: true });
  if (isBrokenOff) writeFileSync(path.join(dataDir, 'pg18', 'recovery.signal'), '');
  mkdirSync(path.join(dataDir, 'pg18.before-restore-1790000000000'));
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'restore', ...args], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: '',
      SECRET: 'a secret of at least thirty-two characters',
      DATA_DIR: dataDir,
      BACKUP_DIR: path.join(folder, 'backup'),
    },
  });
  return { status, stdout, stderr, folders: readdirSync(dataDir), all: readdirSync(folder) };
}

test('npm run restore with an option that npm consumes prints the usage and changes nothing', () => {
  const { status, stdout, stderr, folders, all } = npmRestore(['--to', '2026-11-21 12:00', '--to=yesterday']);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^Type npm run restore "2026-11-21 12:00" .*npm run restore latest.*\n$/);
  expect([folders, all]).toEqual([['pg18', 'pg18.before-restore-1790000000000'], ['data']]);
});

test('npm run restore latest reports that there is no backup', () => {
  const { status, stderr, folders } = npmRestore(['latest']);
  expect(status).toBe(1);
  expect(stderr).toContain('There is no backup in');
  expect(folders).toEqual(['pg18', 'pg18.before-restore-1790000000000']);
});

test('npm run restore lists and removes only replaced databases; an incomplete restore blocks the removal', () => {
  expect(npmRestore(['list']).stdout).toBe('pg18.before-restore-1790000000000\n');
  expect(npmRestore(['remove', 'pg18.before-restore-1790000000000'])).toMatchObject({
    status: 0,
    folders: ['pg18'],
  });
  expect(npmRestore(['remove', 'pg18'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('There is no copy pg18 in'),
    folders: ['pg18', 'pg18.before-restore-1790000000000'],
  });
  expect(npmRestore(['remove', 'pg18.before-restore-1790000000000'], { isBrokenOff: true })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is not restored to its end'),
    folders: ['pg18', 'pg18.before-restore-1790000000000'],
  });
});
