import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ensureDirectory } from './ensure-directory.ts';

const root = mkdtempSync(path.join(tmpdir(), 'spichlerz-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

it('makes a folder and those above it, for their owner alone, and takes one that is there', () => {
  const folder = path.join(root, 'a', 'b', 'c');
  ensureDirectory(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path.dirname(folder)).mode & 0o777).toBe(0o700);
  expect(() => ensureDirectory(folder)).not.toThrow();
});

it('says at once where there can be none', () => {
  const file = path.join(root, 'file');
  writeFileSync(file, '');
  expect(() => ensureDirectory(file)).toThrow('EEXIST');
  expect(() => ensureDirectory(path.join(file, 'below'))).toThrow('ENOTDIR');
});

it.runIf(process.platform === 'linux')('does not try for ever below /proc', () => {
  expect(() => ensureDirectory('/proc/spichlerz/data')).toThrow('ENOENT');
});
