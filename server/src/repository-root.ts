import { existsSync } from 'node:fs';
import path from 'node:path';

// The sources and the built server are at different depths, so the root is searched for upwards.
const findRoot = (folder: string): string => {
  if (existsSync(path.join(folder, 'server', 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('The folder of the repository was not found');
  return findRoot(parent);
};

export const repositoryRoot = findRoot(import.meta.dirname);
