import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Plugin } from 'vite';

const FILES = /\.(?:js|css|html|svg)$/;
/** Where compression starts to pay, as in the server. */
const SMALL = 2_048;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Writes each file of the application compressed beside it, once and at its best, instead of anew for every visitor.
 * Browsers take brotli over https only, so there is gzip too.
 */
export function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true });
      await Promise.all(
        files.filter((name) => FILES.test(name)).map((name) => compressFile(path.join(dir, name))),
      );
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < SMALL) return;
  const params = { [zlib.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${file}.br`, await brotli(content, { params }));
  await writeFile(`${file}.gz`, await gzipped(content, { level: 9 }));
}
