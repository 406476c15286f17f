import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './root.mjs';

/** The command of a tool of this repository: run by this Node, whatever the PATH. */
export const tool = (file, ...args) => [process.execPath, path.join(root, 'node_modules', file), ...args];

export const tools = {
  biome: '@biomejs/biome/bin/biome',
  depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
  knip: 'knip/bin/knip.js',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  tsc: '@typescript/native/bin/tsc',
  tsx: 'tsx/dist/cli.mjs',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
};

/** Runs a command to its end on the terminal and answers its exit code. */
export const run = ([command, ...args], options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
