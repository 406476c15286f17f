import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repositoryRoot } from './repository-root.ts';
import { until } from './testing/until.ts';

/*
 * The whole program, killed without warning while people write, and started again: what was acknowledged is
 * there, nothing is there twice, and no hand is needed. Odd rounds kill the server, even rounds its database.
 */

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 20);
const WRITERS = Number(process.env['CRASH_WRITERS'] ?? 4);

const folder = mkdtempSync(path.join(tmpdir(), 'spichlerz-crash-'));
let port = 0;
let server: ChildProcess;
let token = '';
/** NIPs of suppliers the server said it has made, with their ids. */
const acknowledged = new Map<string, number>();
const uncertain = new Set<string>();

beforeAll(async () => {
  port = await freePort();
  await start();
}, 120_000);
afterAll(async () => {
  server.kill('SIGTERM');
  await until(() => server.exitCode !== null || server.signalCode !== null, 15_000);
  rmSync(folder, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((answer) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => answer(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function start(): Promise<void> {
  server = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(repositoryRoot, 'server', 'src', 'main.ts')],
    {
      cwd: repositoryRoot,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: String(port),
        DATA_DIR: folder,
        DATABASE_URL: '',
        LOG_LEVEL: 'fatal',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  await until(async () => (await get('/ready').catch(() => null))?.success === true, 90_000);
  const login = { email: 'handlowiec@spichlerz.test', password: 'Spichlerz1!' };
  token = ((await post('/auth/login', login)).result as { token: string }).token;
}

type Envelope = { success: boolean; result: unknown };

async function get(address: string): Promise<Envelope> {
  const reply = await fetch(`http://127.0.0.1:${port}/api${address}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await reply.json()) as Envelope;
}

async function post(address: string, body: object, key?: string): Promise<Envelope> {
  const reply = await fetch(`http://127.0.0.1:${port}/api${address}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  return (await reply.json()) as Envelope;
}

let number = 0;

function supplier(nip: string): object {
  return {
    accounting_method: 'VAT',
    label: 'FIRMA',
    company_name: `AWARIA ${nip}`,
    last_name: `Firma ${nip}`,
    nip,
  };
}

/** Writes until the server is gone; what got no answer is uncertain and asked again after the restart. */
async function write(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const nip = String(7_000_000_000 + ++number);
    try {
      const reply = await post('/contractor/supplier/create', supplier(nip), nip);
      if (!reply.success) throw new Error('not done');
      acknowledged.set(nip, (reply.result as { id: number }).id);
    } catch {
      uncertain.add(nip);
      await wait(20);
    }
  }
}

/** The same write under the same key, for as long as the answer is that the database is away. */
async function askAgain(nip: string): Promise<Envelope> {
  let reply: Envelope = { success: false, result: null };
  await until(async () => {
    const answer = await post('/contractor/supplier/create', supplier(nip), nip).catch(() => null);
    if (answer === null) return false;
    reply = answer;
    return answer.success || (answer.result as { message_code: string }).message_code !== 'MISSING_DATABASE';
  }, 60_000);
  return reply;
}

function postmasterPid(): number {
  const [pid = ''] = execFileSync('sh', ['-c', `head -n 1 "${folder}"/*/postmaster.pid`])
    .toString()
    .split('\n');
  return Number(pid);
}

it('loses no acknowledged write and repeats none, round after round', { timeout: 400_000 }, async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    let isOver = false;
    const writers = Array.from({ length: WRITERS }, () => write(() => isOver));
    const before = acknowledged.size;
    await until(() => acknowledged.size >= before + 5, 30_000);
    const killsServer = round % 2 === 1;
    process.kill(killsServer ? (server.pid ?? 0) : postmasterPid(), 'SIGKILL');
    if (killsServer) {
      isOver = true;
      await Promise.all(writers);
      await start();
    } else {
      // the server stays and brings its database back by itself
      await until(async () => (await get('/ready').catch(() => null))?.success === true, 60_000);
      isOver = true;
      await Promise.all(writers);
    }
    for (const nip of uncertain) {
      const reply = await askAgain(nip);
      expect({ round, nip, why: reply.success ? null : reply.result }).toEqual({ round, nip, why: null });
      acknowledged.set(nip, (reply.result as { id: number }).id);
    }
    uncertain.clear();
  }
  expect(acknowledged.size).toBeGreaterThan(ROUNDS * 5);
  for (const [nip, id] of acknowledged) {
    expect(await get(`/contractor/supplier/${id}`)).toMatchObject({ success: true, result: { nip } });
  }
  expect(new Set(acknowledged.values()).size).toBe(acknowledged.size);
});
