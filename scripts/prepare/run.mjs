import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
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

/** Runs a command to its end on the terminal and answers its exit code; `hear` gets what it says of errors, too. */
export const run = ([command, ...args], { hear, ...options } = {}) =>
  new Promise((resolve) => {
    const stdio = ['ignore', 'inherit', hear === undefined ? 'inherit' : 'pipe'];
    const child = spawn(command, args, { cwd: root, stdio, ...options });
    child.stderr?.on('data', (said) => {
      process.stderr.write(said);
      hear(String(said));
    });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.once('exit', (code) => {
      const end = () => {
        child.stderr?.destroy();
        resolve(code ?? 1);
      };
      // what it started may outlive it and hold its stderr open
      if (hear === undefined) end();
      else void Promise.race([once(child, 'close'), wait(1000)]).then(end);
    });
  });
