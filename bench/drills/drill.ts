import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../../server/src/repository-root.ts';
import { freePort } from '../../server/src/testing/free-port.ts';
import { type Program, startProgram } from '../../server/src/testing/program.ts';
import { until } from '../../server/src/testing/until.ts';

/*
 * The environment of the drills: two servers on one database behind nginx with the production configuration
 * (deploy/nginx.conf.template), and a temporary directory.
 */

export const print = (line: string) => process.stdout.write(`${line}\n`);

export type DrillContext = {
  readonly folder: string;
  /** Registers a cleanup. Cleanups run after the drill, the last one first. */
  onCleanup(undo: () => Promise<unknown>): void;
};

/** Runs a drill, prints whether it passed, and then runs the cleanups. */
export async function drill(name: string, run: (stage: DrillContext) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ops-drill-'));
  const undos: (() => Promise<unknown>)[] = [];
  try {
    await run({ folder, onCleanup: (undo) => undos.push(undo) });
    print(`${name}: passed`);
  } catch (error) {
    print(`${name}: FAILED: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    for (const undo of undos.toReversed()) await undo().catch((error: unknown) => print(String(error)));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export function assertDrill(statement: string, isMet: boolean): void {
  if (!isMet) throw new Error(statement);
  print(`  ${statement}`);
}

/** Starts two servers on one database, configured as in deploy/compose.yaml. */
export async function startTwoServers(
  context: DrillContext,
  databaseUrl: string,
): Promise<[Program, Program]> {
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: path.join(context.folder, 'none'),
    SECRET: 'the same secret on both servers, long enough',
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '4',
  };
  const one = await startProgram(settings);
  context.onCleanup(() => one.stop());
  const two = await startProgram(settings);
  context.onCleanup(() => two.stop());
  return [one, two];
}

/** Starts nginx in front of both servers and returns its URL. */
export async function startProxy(
  context: DrillContext,
  programs: readonly [Program, Program],
): Promise<string> {
  const folder = path.join(context.folder, 'nginx');
  mkdirSync(folder);
  const listen = `127.0.0.1:${await freePort()}`;
  const values: Record<string, string> = {
    APP_ONE: `127.0.0.1:${programs[0].port}`,
    APP_TWO: `127.0.0.1:${programs[1].port}`,
    LISTEN: listen,
  };
  const template = readFileSync(path.join(repositoryRoot, 'deploy', 'nginx.conf.template'), 'utf8');
  const site = template.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    file,
    [
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      `pid ${folder}/pid;`,
      `error_log ${folder}/error.log warn;`,
      'events {}',
      'http {',
      'access_log off;',
      ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
      site,
      '}',
    ].join('\n'),
  );
  const options = ['-p', folder, '-e', `${folder}/error.log`, '-c', file];
  execFileSync('nginx', [...options, '-t'], { stdio: 'pipe' });
  const nginx: ChildProcess = spawn('nginx', [...options, '-g', 'daemon off;'], { stdio: 'inherit' });
  context.onCleanup(async () => {
    nginx.kill('SIGQUIT');
    if (nginx.exitCode === null) await once(nginx, 'exit');
    const output = readFileSync(`${folder}/error.log`, 'utf8').trimEnd().split('\n');
    print(`  the end of nginx's error log:\n${output.slice(-6).join('\n')}`);
  });
  const root = `http://${listen}`;
  await until(async () => (await fetch(`${root}/api/health`).catch(() => undefined))?.ok === true, 10_000);
  return root;
}
