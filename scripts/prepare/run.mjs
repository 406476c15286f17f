import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './root.mjs';

/** The command of a tool from node_modules, run by the current Node and independent of PATH. */
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

/**
 * Runs a command in the terminal and returns its exit code. `onStderr` receives a copy of stderr. `priority`
 * (os.constants.priority) applies to the command and its child processes.
 */
export const run = ([command, ...args], { onStderr, priority, ...options } = {}) =>
  new Promise((resolve) => {
    const stdio = ['ignore', 'inherit', onStderr === undefined ? 'inherit' : 'pipe'];
    const child = spawn(command, args, { cwd: root, stdio, ...options });
    if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
    child.stderr?.on('data', (chunk) => {
      process.stderr.write(chunk);
      onStderr(String(chunk));
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
      // A child process may keep stderr open after the command has ended. The event 'close' is therefore
      // awaited for at most a second.
      if (onStderr === undefined) end();
      else void Promise.race([once(child, 'close'), wait(1000)]).then(end);
    });
  });
