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

/** Makes the cluster when there is none. It is made aside and renamed: an interrupted first start is redone. */
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
  // A name of its own, for the initdb of a killed copy may take a moment longer to end.
  const draft = mkdtempSync(path.join(dataDir, draftPrefix));
  chmodSync(draft, 0o700);
  changeOwner(account, draft);
  // The order of the C library differs between machines, the built-in one does not. Local connections need no
  // password, for only the owner may open the folder of the socket; the network is shut.
  const choices = {
    pgdata: draft,
    username: user,
    encoding: 'UTF8',
    locale: 'C',
    'locale-provider': 'builtin',
    'builtin-locale': 'C.UTF-8',
    // Trigrams still ask the C library what a letter is, and to plain C only English ones are.
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
