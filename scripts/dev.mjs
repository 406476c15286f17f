import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { checkNode } from './prepare/check-node.mjs';
import { installWhenNeeded } from './prepare/install.mjs';
import { root } from './prepare/root.mjs';
import { tool, tools } from './prepare/run.mjs';

checkNode();

const settings = path.join(root, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);
await installWhenNeeded();

const commands = [
  tool(
    tools.tsx,
    'watch',
    '--clear-screen=false',
    '--include=server/src/db/migrations/*',
    'server/src/cli/main.ts',
  ),
  tool(tools.vite, 'web', '--clearScreen', 'false'),
];

// Each command gets its own process group. Otherwise Ctrl-C would signal it twice, from the terminal and from
// stopAll(), and tsx kills the server at the second signal.
const children = commands.map(([command, ...args]) =>
  spawn(command, args, { cwd: root, detached: true, stdio: ['ignore', 'inherit', 'inherit'] }),
);

let isStopping = false;
const stopAll = () => {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll);
for (const child of children) child.once('exit', stopAll);
