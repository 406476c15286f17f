import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { repositoryRoot } from '../../server/src/repository-root.ts';
import { startPostgres } from '../../server/src/testing/postgres-server.ts';
import { startProgram } from '../../server/src/testing/program.ts';
import { assertDrill, type DrillContext, drill, print } from './drill.ts';

/*
 * npm run drill:restore performs the restores described in docs/operations.md: on a PostgreSQL server with
 * pg_basebackup, and on the built-in database with npm run backup and npm run restore. The drill deletes rows,
 * restores the database to the moment before the deletion, and fails unless the database has exactly the rows
 * of that moment.
 */

const COUNT_CONTRACTORS = 'select count(*)::int4 as rows, max(id)::int4 as last from contractor';
type ContractorCount = { rows: number; last: number };

/** Finds the newest PostgreSQL of the distribution, because the built-in PostgreSQL has no pg_basebackup. */
function findPostgresBinaries(): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : [];
  const [bin] = versions
    .map((version) => path.join(root, version, 'bin'))
    .filter((folder) => existsSync(path.join(folder, 'pg_basebackup')));
  if (bin === undefined) throw new Error(`No pg_basebackup under ${root}; install the package postgresql`);
  return bin;
}

const npm = (command: string[], settings: Readonly<Record<string, string>>) =>
  spawnSync('npm', ['run', '--silent', ...command], {
    cwd: repositoryRoot,
    env: { ...process.env, DATABASE_URL: '', ...settings },
    encoding: 'utf8',
  });

function assertIntegrity(settings: Readonly<Record<string, string>>): void {
  const { stdout } = npm(['integrity'], settings);
  assertDrill(`npm run integrity: ${stdout.trim()}`, stdout === 'Integrity: clean\n');
}

const supplier = (nip: number) => ({
  accounting_method: 'VAT',
  label: 'FIRMA',
  company_name: `KOPIA ${nip}`,
  last_name: `Kopia ${nip}`,
  nip: String(nip),
});

async function restoreOnServer(context: DrillContext): Promise<void> {
  const bin = findPostgresBinaries();
  const binaries = { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') };
  const archive = path.join(context.folder, 'archive');
  mkdirSync(archive);
  const postgres = await startPostgres(path.join(context.folder, 'server'), {
    binaries,
    settings: {
      archive_mode: 'on',
      archive_command: `{ cmp -s %p ${archive}/%f || { test ! -f ${archive}/%f && cp %p ${archive}/%f.part && sync ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f; }; } && sync ${archive}`,
    },
  });
  context.onCleanup(() => postgres.stop());
  const settings = { DATABASE_URL: postgres.address, DATA_DIR: path.join(context.folder, 'none') };
  const program = await startProgram(settings);
  const copy = path.join(context.folder, 'base');
  execFileSync(path.join(bin, 'pg_basebackup'), [
    '--pgdata',
    copy,
    '--checkpoint=fast',
    '--dbname',
    `postgres://app@127.0.0.1:${postgres.port}/postgres`,
  ]);
  print('  pg_basebackup taken while the server works');
  for (let nip = 7_100_000_000; nip < 7_100_000_200; nip++)
    await program.post('/contractor/supplier/create', supplier(nip));
  const [good] = await postgres.query<ContractorCount>(COUNT_CONTRACTORS);
  const [{ moment } = { moment: '' }] = await postgres.query<{ moment: string }>(
    'select now()::text as moment',
  );
  await wait(1_000);
  await postgres.query(`delete from contractor where company_name like 'KOPIA%'`);
  print(`  ${good?.rows} contractors at ${moment}, 200 of them deleted later`);
  await program.stop();
  await postgres.stop();

  const cluster = path.join(postgres.folder, 'cluster');
  rmSync(cluster, { recursive: true });
  // PostgreSQL requires mode 0700, and some versions of Node do not copy the mode of directories.
  mkdirSync(cluster, { mode: 0o700 });
  cpSync(copy, cluster, { recursive: true });
  writeFileSync(path.join(cluster, 'recovery.signal'), '');
  postgres.set({
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
    hot_standby: 'off',
  });
  await postgres.start();
  const [restored] = await postgres.query<ContractorCount>(COUNT_CONTRACTORS);
  assertDrill(
    `on a PostgreSQL server: ${restored?.rows} contractors again, the last is ${restored?.last}`,
    restored?.rows === good?.rows && restored?.last === good?.last,
  );
  assertIntegrity(settings);
}

async function restoreBuiltIn(context: DrillContext): Promise<void> {
  const settings = {
    DATA_DIR: path.join(context.folder, 'data'),
    BACKUP_DIR: path.join(context.folder, 'backup'),
  };
  const program = await startProgram(settings);
  const made = npm(['backup'], settings);
  assertDrill(
    `npm run backup while the server works: ${path.basename(made.stdout.trim())}`,
    made.status === 0,
  );
  const count = async () => {
    const list = await program.post('/contractor/supplier/list', { search: 'KOPIA', limit: 100 });
    return list.result as { filtered: number; list: { id: number }[] };
  };
  for (let nip = 7_100_000_000; nip < 7_100_000_050; nip++)
    await program.post('/contractor/supplier/create', supplier(nip));
  const good = await count();
  await wait(1_000);
  const moment = new Date().toLocaleString('sv-SE', { timeZone: 'Europe/Warsaw' });
  await wait(1_000);
  for (const { id } of good.list.slice(0, 30)) await program.delete(`/contractor/supplier/delete/${id}`);
  const bad = await count();
  print(`  ${good.filtered} suppliers at ${moment}, ${bad.filtered} after the deletion`);
  await program.stop();
  const restored = npm(['restore', moment], settings);
  assertDrill(`npm run restore: exit code ${restored.status} ${restored.stderr}`, restored.status === 0);
  assertIntegrity(settings);
  await program.start();
  const again = await count();
  await program.stop();
  assertDrill(
    `on the built-in database: ${again.filtered} suppliers again`,
    bad.filtered === good.filtered - 30 && again.filtered === good.filtered,
  );
}

await drill('Restore to a moment', async (stage) => {
  await restoreOnServer(stage);
  await restoreBuiltIn(stage);
});
