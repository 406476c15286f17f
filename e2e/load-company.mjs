import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

// Loads the demo company into DATA_DIR and copies DATA_DIR to the folders in the arguments. Loading the company
// into each folder would take more processor time.
const { DATA_DIR, PORT } = process.env;
const server = spawn(process.execPath, ['server/dist/main.js'], { stdio: ['ignore', 'ignore', 'inherit'] });
const ended = once(server, 'exit');
const isReady = async () =>
  (await fetch(`http://127.0.0.1:${PORT}/api/health`).catch(() => undefined))?.ok === true;
while (server.exitCode === null && !(await isReady())) await wait(200);
server.kill('SIGTERM');
await ended;
for (const folder of process.argv.slice(2)) cpSync(DATA_DIR, folder, { recursive: true });
