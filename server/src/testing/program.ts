import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import path from 'node:path';
import { repositoryRoot } from '../repository-root.ts';
import { freePort } from './free-port.ts';
import { STRONG_PASSWORD } from './test-user.ts';
import { until } from './until.ts';

export type Envelope = { success: boolean; result: unknown };

/** The whole program in a child process, and calls as its only user, an ADMIN. */
export type Program = {
  readonly pid: number;
  readonly port: number;
  get(address: string): Promise<Envelope>;
  post(address: string, body: object, key?: string): Promise<Envelope>;
  delete(address: string): Promise<Envelope>;
  /** True once the program and its database respond. */
  isReady(): Promise<boolean>;
  /** Starts the program again and signs in. */
  start(): Promise<void>;
  kill(): void;
  stop(): Promise<void>;
};

/** A start after a crash recovers the database, which is slow on a busy machine. */
const START_TIMEOUT_MS = 60_000;
const ADMIN = { email: 'admin@spichlerz.test', password: STRONG_PASSWORD };

const builtFile = (name: string) => path.join('server', 'dist', `${name}.js`);

export async function startProgram(settings: Readonly<Record<string, string>>): Promise<Program> {
  const port = await freePort();
  const root = `http://127.0.0.1:${port}/api`;
  let server: ChildProcess;
  let token = '';

  const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  const send = async (address: string, init: RequestInit): Promise<Envelope> => {
    const reply = await fetch(root + address, { ...init, signal: AbortSignal.timeout(20_000) });
    return (await reply.json()) as Envelope;
  };
  const get = (address: string) => send(address, { headers: headers() });
  const post = (address: string, body: object, key?: string) =>
    send(address, {
      method: 'POST',
      headers: { ...headers(), ...(key !== undefined && { 'idempotency-key': key }) },
      body: JSON.stringify(body),
    });
  const remove = (address: string) =>
    send(address, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
  const isReady = async () => (await get('/ready').catch(() => null))?.success === true;
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DEMO: 'false',
    PORT: String(port),
    DATABASE_URL: '',
    LOG_LEVEL: 'silent',
    ADMIN_PASSWORD: ADMIN.password,
    ...settings,
  };
  const start = async () => {
    server = spawn(process.execPath, [builtFile('main')], {
      cwd: repositoryRoot,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await until(() => {
      if (server.exitCode !== null) throw new Error('The program ended instead of starting');
      return isReady();
    }, START_TIMEOUT_MS);
    token = ((await post('/auth/login', ADMIN)).result as { token: string }).token;
  };
  const admin = ['--email', ADMIN.email, '--first-name', 'Anna', '--last-name', 'Nowak'];
  execFileSync(process.execPath, [builtFile('create-admin'), ...admin], { cwd: repositoryRoot, env });
  await start();
  return {
    get pid() {
      return server.pid ?? 0;
    },
    port,
    get,
    post,
    delete: remove,
    isReady,
    start,
    kill: () => server.kill('SIGKILL'),
    async stop() {
      server.kill('SIGTERM');
      await until(() => server.exitCode !== null || server.signalCode !== null, 30_000);
    },
  };
}
