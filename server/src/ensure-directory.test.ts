import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ensureDirectory } from './ensure-directory.ts';

const root = mkdtempSync(path.join(tmpdir(), 'spichlerz-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

it('ensureDirectory creates a folder and its parents with mode 700, and accepts an existing folder', () => {
  const folder = path.join(root, 'a', 'b', 'c');
  ensureDirectory(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path.dirname(folder)).mode & 0o777).toBe(0o700);
  expect(() => ensureDirectory(folder)).not.toThrow();
});

it('ensureDirectory throws when the path or its parent is a file', () => {
  const file = path.join(root, 'file');
  writeFileSync(file, '');
  expect(() => ensureDirectory(file)).toThrow('EEXIST');
  expect(() => ensureDirectory(path.join(file, 'below'))).toThrow('ENOTDIR');
});

it.runIf(process.platform === 'linux')(
  'ensureDirectory throws below /proc instead of looping for ever',
  () => {
    expect(() => ensureDirectory('/proc/spichlerz/data')).toThrow('ENOENT');
  },
);
