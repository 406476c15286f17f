import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE_FILES = /\.(?:js|css|html|svg)$/;
/** Compression saves too little for smaller files. The server has the same limit for its responses. */
const MIN_BYTES = 2_048;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Compresses the text files of the application once, at the highest level, so that the server need not compress
 * them for each request. Browsers accept brotli over HTTPS only, so gzip files are written too.
 */
export function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true });
      await Promise.all(
        files
          .filter((name) => COMPRESSIBLE_FILES.test(name))
          .map((name) => compressFile(path.join(dir, name))),
      );
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const params = { [zlib.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${file}.br`, await brotli(content, { params }));
  await writeFile(`${file}.gz`, await gzipped(content, { level: 9 }));
}
