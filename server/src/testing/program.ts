import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { repositoryRoot } from '../repository-root.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export type Envelope = { success: boolean; result: unknown };

/** The whole program in a child process, with the demo company, signed in as its trader. */
export type Program = {
  readonly pid: number;
  readonly port: number;
  get(address: string): Promise<Envelope>;
  post(address: string, body: object, key?: string): Promise<Envelope>;
  delete(address: string): Promise<Envelope>;
  /** True once the program and its database respond. */
  isReady(): Promise<boolean>;
  /** Starts the program unless it runs, and signs in. */
  start(): Promise<void>;
  kill(): void;
  stop(): Promise<void>;
};

/** The first start creates a database and the demo company, which is slow on a busy machine. */
const START_TIMEOUT_MS = 240_000;

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
  const start = async () => {
    server = spawn(process.execPath, [path.join('server', 'dist', 'main.js')], {
      cwd: repositoryRoot,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: String(port),
        DATABASE_URL: '',
        LOG_LEVEL: 'silent',
        ...settings,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await until(() => {
      if (server.exitCode !== null) throw new Error('The program ended instead of starting');
      return isReady();
    }, START_TIMEOUT_MS);
    const login = { email: 'handlowiec@spichlerz.test', password: 'Spichlerz1!' };
    token = ((await post('/auth/login', login)).result as { token: string }).token;
  };
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
