import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';
import { run, tool, tools } from './run.mjs';

const sharedSources = ['package-lock.json', 'tsconfig.base.json', 'shared/package.json', 'shared/src'];

const sourcesOf = {
  web: [
    ...sharedSources,
    'web/package.json',
    'web/vite.config.ts',
    'web/build',
    'web/index.html',
    'web/public',
    'web/src',
  ],
  server: [...sharedSources, 'server/package.json', 'server/vite.config.ts', 'server/src'],
};

/** Builds the web and the server. Skips a build whose sources have not changed. */
export const buildWhenNeeded = async (parts = ['web', 'server']) => {
  for (const part of parts) {
    const hash = hashOf(sourcesOf[part]);
    const stampFile = path.join(root, part, 'dist', '.built-from');
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) continue;
    console.log(`Building ${part}…`);
    const code = await run(tool(tools.vite, 'build', part, '--logLevel', 'warn'));
    if (code !== 0) {
      console.error(`The ${part} could not be built; the reason is above`);
      process.exit(1);
    }
    writeFileSync(stampFile, hash);
  }
};

const hashOf = (sources) => {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesIn(source))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
};

const filesIn = (source) => {
  const stat = statSync(path.join(root, source), { throwIfNoEntry: false });
  if (stat === undefined || /\.test\.tsx?$/.test(source)) return [];
  if (!stat.isDirectory()) return [source];
  return readdirSync(path.join(root, source))
    .toSorted()
    .flatMap((name) => filesIn(`${source}/${name}`));
};
