import { existsSync } from 'node:fs';
import { checkNode } from './prepare/check-node.mjs';

checkNode();

const start = async () => {
  const { installWhenNeeded } = await import('./prepare/install.mjs');
  const { buildWhenNeeded } = await import('./prepare/build.mjs');
  const settings = new URL('../.env', import.meta.url);
  if (existsSync(settings)) process.loadEnvFile(settings);
  await installWhenNeeded();
  await buildWhenNeeded();
  // A log line per request would hide the address of the server, which developers need.
  if (process.env.NODE_ENV !== 'production') process.env.LOG_LEVEL ??= 'warn';
  // The server runs in this process, so that signals, including SIGKILL, reach it directly.
  await import(new URL('../server/dist/main.js', import.meta.url));
};

start().catch((error) => {
  console.error(error);
  process.exit(1);
});
