import { spawnSync } from 'node:child_process';
import { chmodSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { EngineError } from './engine-error.ts';

/** The operating-system user that runs PostgreSQL, which refuses to run as root. */
export type Account = {
  /** Programs that precede the command, such as `unshare`. */
  prefix: readonly string[];
  /** Set when PostgreSQL runs as another user. */
  owner?: { uid: number; gid: number };
};

const nobody = { uid: 65_534, gid: 65_534 };

// In this user namespace root appears as an ordinary user. The files still belong to root, and no other user is
// needed.
const unprivilegedNamespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];

export const chooseAccount = (dataDir: string, cluster: string, postgres: string): Account => {
  const owner = ownerOfFile(cluster);
  const user = process.getuid?.();
  if (user !== 0) {
    if (owner !== undefined && owner.uid !== user) {
      throw new EngineError(
        `The database in ${dataDir} belongs to user ${owner.uid}; start Spichlerz as that user or set another DATA_DIR`,
      );
    }
    return { prefix: [] };
  }
  if (owner !== undefined && owner.uid !== 0) return asOtherUser(owner, dataDir, postgres);
  const [unshare = '', ...options] = unprivilegedNamespace;
  if (spawnSync(unshare, [...options, postgres, '--version'], { stdio: 'ignore' }).status === 0) {
    return { prefix: unprivilegedNamespace };
  }
  return asOtherUser(nobody, dataDir, postgres);
};

export const changeOwner = (account: Account, file: string): void => {
  if (account.owner === undefined) return;
  const { uid, gid } = account.owner;
  const stat = lstatSync(file);
  if (stat.isDirectory()) {
    for (const name of readdirSync(file)) changeOwner(account, path.join(file, name));
  }
  if (stat.uid !== uid) lchownSync(file, uid, gid);
};

const asOtherUser = (owner: { uid: number; gid: number }, dataDir: string, postgres: string): Account => {
  // The execute bit is enough to enter the folder; its contents keep their modes.
  if (statSync(dataDir).uid !== owner.uid) chmodSync(dataDir, 0o711);
  const runs = (command: string, args: readonly string[]) =>
    spawnSync(command, args, { ...owner, cwd: '/', stdio: 'ignore' }).status === 0;
  if (!runs(postgres, ['--version']) || !runs('sh', ['-c', 'cd "$0"', dataDir])) {
    throw new EngineError(
      'PostgreSQL does not run as root and no other user can reach this folder; run Spichlerz as a normal user or set DATABASE_URL',
    );
  }
  return { prefix: [], owner };
};

const ownerOfFile = (cluster: string): { uid: number; gid: number } | undefined => {
  const stat = statSync(cluster, { throwIfNoEntry: false });
  return stat && { uid: stat.uid, gid: stat.gid };
};
