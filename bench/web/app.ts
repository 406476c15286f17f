import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { repositoryRoot } from '../../server/src/repository-root.ts';
import { freePort } from '../../server/src/testing/free-port.ts';

export type Tokens = { readonly TOKEN: string; readonly 'REFRESH-TOKEN': string };
export type App = { readonly address: string; readonly tokens: Tokens; readonly stop: () => Promise<void> };

/** Starts the built application with the demo company on a separate port and database. */
export async function startApp(): Promise<App> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'spichlerz-web-'));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [path.join(repositoryRoot, 'server/dist/main.js')], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      APP_URL: address,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: 'true',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await waitUntilReady(server, address);
    return { address, tokens: await signIn(address), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function waitUntilReady(server: ChildProcess, address: string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error('The server did not start; build it first (npm run build)');
    // oxlint-disable-next-line no-await-in-loop -- Polls until the server responds.
    const response = await fetch(`${address}/api/ready`).catch(() => undefined);
    if (response?.ok) return;
    // oxlint-disable-next-line no-await-in-loop
    await wait(200);
  }
}

async function signIn(address: string): Promise<Tokens> {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@spichlerz.test', password: 'Spichlerz1!' }),
  });
  const { result } = (await response.json()) as { result: { token: string; refresh_token: string } };
  return { TOKEN: result.token, 'REFRESH-TOKEN': result.refresh_token };
}
