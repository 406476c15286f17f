import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';
import { run } from './run.mjs';

const lockFile = path.join(root, 'package-lock.json');
const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.spichlerz-lock');
// npm records the installed packages in this file.
const installedFile = path.join(modules, '.package-lock.json');

/** Installs the packages of the lock file unless they are installed already. */
export const installWhenNeeded = async () => {
  const lock = readFileSync(lockFile);
  const hash = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return;
  if (!isInstalled(JSON.parse(lock))) {
    console.log('Installing packages…');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const options = ['--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];
    const code = await run([npm, 'ci', ...options], { shell: process.platform === 'win32' });
    if (code !== 0) {
      console.error('The packages could not be installed; the reason is above');
      process.exit(1);
    }
  }
  writeFileSync(stampFile, hash);
};

// npm ci takes long, so it is skipped when node_modules already contains the locked versions.
const isInstalled = (lock) => {
  if (!existsSync(installedFile)) return false;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(lock.packages).every(([place, wanted]) => {
    if (!place.includes('node_modules/')) return true;
    const found = installed[place];
    return found === undefined ? wanted.optional === true : found.version === wanted.version;
  });
};
