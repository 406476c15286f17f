import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { hashPassword } from '../../server/src/auth/password-hash.ts';
import { repositoryRoot } from '../../server/src/repository-root.ts';
import { freePort } from '../../server/src/testing/free-port.ts';
import type { Server } from './drive.ts';

export type RunningServer = Server & {
  readonly pid: number;
  /** Signs in again. A token is valid for 15 minutes, and a benchmark takes longer. */
  renewToken(): Promise<void>;
  stop(): Promise<void>;
};

const TEST_USER = { email: 'miernik@spichlerz.test', password: 'Pomiar-dla-7-Serwerow' };

type AppOptions = { readonly script?: string; readonly smtpUrl?: string };

/** Starts a build of the app with the settings of production, and creates a user for it. */
export async function startApp(
  databaseUrl: string,
  pool: Pool,
  { script = 'server/dist/main.js', smtpUrl = 'smtp://127.0.0.1:9' }: AppOptions = {},
): Promise<RunningServer> {
  await createUser(pool, TEST_USER.email);
  const port = await freePort();
  const app = await start('app', port, [path.resolve(repositoryRoot, script)], {
    ...environmentOf(databaseUrl),
    SECRET: 'a secret of the bench that nobody else has',
    APP_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'bench@spichlerz.test',
  });
  await app.renewToken();
  return app;
}

export const startBaseline = async (databaseUrl: string): Promise<RunningServer> =>
  start(
    'baseline',
    await freePort(),
    ['--import', 'tsx', path.join(repositoryRoot, 'bench/baseline/server.ts')],
    environmentOf(databaseUrl),
  );

const environmentOf = (databaseUrl: string): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: databaseUrl,
  DEMO: 'false',
  NODE_ENV: 'production',
});

/** Creates a user and returns its token. */
export async function createSignedInUser(pool: Pool, server: Server, email: string): Promise<string> {
  await createUser(pool, email);
  return signIn(server, email);
}

async function createUser(pool: Pool, email: string): Promise<void> {
  await pool.query(
    `with known as (update app_user set password_hash = $2 where email = $1 returning id)
     insert into app_user (email, first_name, last_name, role, password_hash, password_expired)
     select $1, 'Jan', 'Miernik', 'USER', $2, false where not exists (select from known)`,
    [email, await hashPassword(TEST_USER.password)],
  );
}

async function start(
  name: string,
  port: number,
  script: string[],
  env: NodeJS.ProcessEnv,
): Promise<RunningServer> {
  const child: ChildProcess = spawn(process.execPath, script, {
    env: { ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // If the benchmark fails before it calls stop(), the server still ends with this process.
  process.once('exit', () => child.kill('SIGTERM'));
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`The ${name} did not start; build the app first (npm run build)`);
    if (await isResponding(port)) break;
    await wait(100);
  }
  const running = {
    name,
    port,
    token: '',
    pid: child.pid ?? 0,
    async renewToken() {
      running.token = await signIn(running, TEST_USER.email);
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
  return running;
}

/** Whether the server responds. Any response counts, because the baseline server has no /ready. */
async function isResponding(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/api/ready`, { headers: { 'x-parameters': '[]' } });
    return true;
  } catch {
    return false;
  }
}

async function signIn({ port }: Server, email: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...TEST_USER, email }),
  });
  if (!response.ok) throw new Error(`Signing in returned status ${response.status}`);
  const { result } = (await response.json()) as { result: { token: string } };
  return result.token;
}
