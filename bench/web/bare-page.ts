import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, preview } from 'vite';
import type { App } from './app.ts';

/** Serves the built bare page with the same API and the same cache headers as the application. */
export async function serveBarePage(app: App): Promise<{ address: string; stop: () => Promise<void> }> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'spichlerz-bare-'));
  const bare = {
    root: path.join(import.meta.dirname, 'bare'),
    build: { outDir },
    configFile: false,
  } as const;
  await build({ ...bare, logLevel: 'error' });
  const server = await preview({
    ...bare,
    preview: {
      host: '127.0.0.1',
      proxy: { '/api': app.address },
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    },
  });
  return {
    address: server.resolvedUrls?.local[0] ?? '',
    stop: async () => {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
