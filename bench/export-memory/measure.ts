import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { hashPassword } from '../../server/src/auth/password-hash.ts';
import { startEngine } from '../../server/src/db/engine/start-engine.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { createPool } from '../../server/src/db/pool.ts';
import { repositoryRoot } from '../../server/src/repository-root.ts';
import { option } from '../options.ts';

/*
 * npm run bench:export -- [--rows 200000] [--heap 64] measures the server's memory while it exports a list.
 * It fills a temporary database with contracts, starts the built server and downloads the list in both
 * formats. `--heap` limits the JavaScript heap in megabytes. Linux only, because the memory is read from
 * /proc.
 */

const PORT = process.env['PORT'] ?? '3119';
const ADDRESS = `http://127.0.0.1:${PORT}/api`;
const TEST_USER = { email: 'miernik@spichlerz.test', password: 'Spichlerz1!' };

const print = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

async function fillDatabase(dataDir: string, rows: number): Promise<void> {
  const log = pino({ level: 'fatal' }, pino.destination(2));
  const engine = await startEngine({ dataDir, log, durable: false });
  const pool = createPool(engine.connection, 1, log);
  try {
    await migrate(pool);
    await pool.query('set statement_timeout = 0');
    await pool.query(
      `insert into app_user (email, first_name, last_name, role, password_hash, password_expired)
       values ($1, 'Jan', 'Miernik', 'USER', $2, false)`,
      [TEST_USER.email, await hashPassword(TEST_USER.password)],
    );
    await pool.query("insert into raw_material (name, display_order) values ('Pszenica', 1)");
    await pool.query(
      `insert into contractor (side, accounting_method, label, company_name, last_name, nip)
       select 'purchase', 'VAT', 'FIRMA', 'KOD-' || n, 'Gospodarstwo Rolne Zielone Pola nr ' || n, 1000000000 + n
       from generate_series(1, 1000) n`,
    );
    await pool.query(
      `insert into contract (side, contractor_id, contractor_name, search_text, owner_id, status, agreement_status,
         document_number, fca_cpt, receipt_from, receipt_to, city, street, building_number, post_code, country_code,
         raw_material_id, quantity_kg, price_minor_per_tonne, contractual_quality, comments)
       select 'purchase', (select min(id) from contractor) + n % 1000, '', '', (select min(id) from app_user), 'ACTIVE',
         'SIGNED', 'Z/2026/' || lpad(n::text, 7, '0'), true, date '2026-07-01' + n % 300, date '2027-06-30', 'Poznań',
         'Zbożowa', n::text, '60-001', 'PL', (select min(id) from raw_material), 25000 + n, 80000 + n % 9000,
         'Konsumpcyjna', 'Odbiór po uprzednim zgłoszeniu telefonicznym, auta do 25 ton.'
       from generate_series(1, $1::integer) n`,
      [rows],
    );
    await pool.query('analyze');
  } finally {
    await pool.end();
    await engine.stop();
  }
}

/** Starts the built server on the temporary database and waits until it is ready. */
async function startServer(dataDir: string, heap: number): Promise<ChildProcess> {
  const heapLimit = heap > 0 ? [`--max-old-space-size=${heap}`] : [];
  const server = spawn(process.execPath, [...heapLimit, path.join(repositoryRoot, 'server/dist/main.js')], {
    env: { ...process.env, PORT, DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'warn', DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    if (server.exitCode !== null) throw new Error('The server did not start; build it first (npm run build)');
    const response = await fetch(`${ADDRESS}/ready`).catch(() => undefined);
    if (response?.ok) return server;
    await wait(200);
  }
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

async function measure(pid: number, token: string, format: string): Promise<void> {
  const before = residentBytes(pid);
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid));
  }, 10);
  const began = performance.now();
  const response = await fetch(`${ADDRESS}/contract/get-purchase-list/export?format=${format}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  });
  let size = 0;
  for await (const part of response.body ?? []) size += part.length;
  clearInterval(sampling);
  if (!response.ok) throw new Error(`The export returned status ${response.status}`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  print(
    `${format}: ${megabytes(size)} in ${seconds} s; the server used ${megabytes(before)} before, ${megabytes(peak)} at its peak`,
  );
}

const rows = Number(option('rows', '200000'));
const dataDir = mkdtempSync(path.join(tmpdir(), 'spichlerz-export-'));
let server: ChildProcess | undefined;
try {
  await fillDatabase(dataDir, rows);
  print(`${rows} contracts`);
  server = await startServer(dataDir, Number(option('heap', '0')));
  const signedIn = await fetch(`${ADDRESS}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(TEST_USER),
  });
  const { result } = (await signedIn.json()) as { result: { token: string } };
  for (const format of ['csv', 'xlsx', 'xlsx']) await measure(server.pid ?? 0, result.token, format);
} finally {
  if (server !== undefined && server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
