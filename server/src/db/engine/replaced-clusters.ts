import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { EngineError } from './engine-error.ts';
import { clusterName } from './start-engine.ts';

/* Database folders that a restore replaced. They stay in DATA_DIR until an administrator removes them. */

const clusterPattern = /^pg\d+\.before-restore-\d+$/;

export const listReplacedClusters = (dataDir: string): string[] =>
  existsSync(dataDir)
    ? readdirSync(dataDir)
        .filter((name) => clusterPattern.test(name))
        .toSorted()
    : [];

/**
 * @throws EngineError when no folder has this name, or when it may be the only intact database, because a
 * restore is running or was interrupted
 */
export const removeReplacedCluster = (dataDir: string, name: string): void => {
  if (!listReplacedClusters(dataDir).includes(name))
    throw new EngineError(`There is no copy ${name} in ${dataDir}; npm run restore list names the copies`);
  const cluster = path.join(dataDir, clusterName);
  if (!existsSync(cluster) || existsSync(path.join(cluster, 'recovery.signal')))
    throw new EngineError(`${cluster} is not restored to its end; keep ${name} until it is`);
  rmSync(path.join(dataDir, name), { recursive: true });
};
