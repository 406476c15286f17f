import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// Each Playwright process imports this file. The first process sets the variables below in its environment,
// and the other processes inherit them.
const envOrSet = (name: string, make: () => string): string => {
  process.env[name] ??= make();
  return process.env[name];
};

const firstPort = Number(envOrSet('E2E_PORT', () => String(20_000 + (process.pid % 10_000))));
const folder = envOrSet('E2E_DATA_DIR', () => {
  const made = mkdtempSync(path.join(tmpdir(), 'spichlerz-e2e-'));
  process.on('exit', () => rmSync(made, { recursive: true, force: true, maxRetries: 5 }));
  return made;
});

export type TestServer = { readonly address: string; readonly port: number; readonly dataDir: string };

/**
 * One server per worker. Each has its own demo company, so that tests of different workers share no records.
 */
export const SERVERS: readonly TestServer[] = [0, 1].map((worker) => ({
  address: `http://127.0.0.1:${firstPort + worker}`,
  port: firstPort + worker,
  dataDir: path.join(folder, String(worker)),
}));
