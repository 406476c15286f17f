import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { EngineError } from './engine-error.ts';

/** Database folders that a restore replaced; they stay in DATA_DIR until an administrator removes them. */

const clusterPattern = /^pg\d+\.before-restore-\d+$/;

export const listReplacedClusters = (dataDir: string): string[] =>
  existsSync(dataDir)
    ? readdirSync(dataDir)
        .filter((name) => clusterPattern.test(name))
        .toSorted()
    : [];

export const removeReplacedCluster = (dataDir: string, name: string): void => {
  if (!listReplacedClusters(dataDir).includes(name))
    throw new EngineError(`There is no copy ${name} in ${dataDir}; npm run restore list names the copies`);
  rmSync(path.join(dataDir, name), { recursive: true });
};
