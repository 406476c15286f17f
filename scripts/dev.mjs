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
    'server/src/main.ts',
  ),
  tool(tools.vite, 'web', '--clearScreen', 'false'),
];

const children = commands.map(([command, ...args]) =>
  spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }),
);

// One without the other is of no use. Ctrl-C reaches both by itself; a signal to this process alone is handed on.
const endAll = (signal) => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  }
};
process.on('SIGINT', () => endAll('SIGINT'));
process.on('SIGTERM', () => endAll('SIGTERM'));
for (const child of children) child.once('exit', () => endAll('SIGTERM'));
