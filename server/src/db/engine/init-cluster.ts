import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Account, changeOwner } from './choose-account.ts';
import { EngineError } from './engine-error.ts';
import type { Binaries } from './find-binaries.ts';
import { spawnWithWatchdog } from './spawn-with-watchdog.ts';

export type InitOptions = {
  dataDir: string;
  cluster: string;
  binaries: Binaries;
  account: Account;
  user: string;
  durable: boolean;
  output: number;
};

/**
 * Creates the cluster when it is missing: initdb writes to a temporary folder, which is renamed at the end. If
 * the first start is interrupted, the next start creates the cluster again.
 */
export const initCluster = async (options: InitOptions): Promise<void> => {
  const { dataDir, cluster, binaries, account, user, durable, output } = options;
  if (existsSync(cluster)) {
    changeOwner(account, cluster);
    return;
  }
  const draftPrefix = `${path.basename(cluster)}.new-`;
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(draftPrefix))
      rmSync(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
  // A unique name, because the initdb of a killed server may still be running.
  const draft = mkdtempSync(path.join(dataDir, draftPrefix));
  chmodSync(draft, 0o700);
  changeOwner(account, draft);
  // The sort order of the C library differs between machines; the built-in sort order does not. Local
  // connections need no password, because only the owner can open the socket's folder; network connections are
  // rejected.
  const choices = {
    pgdata: draft,
    username: user,
    encoding: 'UTF8',
    locale: 'C',
    'locale-provider': 'builtin',
    'builtin-locale': 'C.UTF-8',
    // pg_trgm takes the character classes from the C library, and the plain C locale has English letters
    // only.
    'lc-ctype': process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8',
    'auth-local': 'trust',
    'auth-host': 'reject',
  };
  const command = [
    binaries.initdb,
    ...Object.entries(choices).map(([name, value]) => `--${name}=${value}`),
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  if ((await spawnWithWatchdog(command, account, output).exited) !== 0) {
    throw new EngineError(
      `The database could not be made in ${dataDir}; the reason is in postgres.log there`,
    );
  }
  renameSync(draft, cluster);
};
