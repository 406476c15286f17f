import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendNotFound } from './error-reply.ts';

/**
 * Serves the built web app: assets with a hash in their name and long caching, and the page for every other
 * path, because the page has its own router.
 */
export async function registerWeb(app: FastifyInstance, root: string): Promise<void> {
  const assets = path.join(root, 'assets') + path.sep;
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    cacheControl: false,
    // The build writes compressed files next to each asset.
    preCompressed: true,
    // Source maps contain the sources and are not served.
    globIgnore: ['**/*.{br,gz,map}'],
    setHeaders: (reply, file) => {
      // A cache between server and browser stores one copy per encoding.
      reply.setHeader('vary', 'accept-encoding');
      const immutable = file.startsWith(assets);
      reply.setHeader('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const address = request.url.split('?')[0] ?? '';
    // A missing file must get a 404 and not the page, because an old tab may request a chunk of an earlier
    // version.
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && !address.startsWith('/api') && !/\.\w+$/.test(address);
    if (!isPage) return sendNotFound(request, reply);
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}

/**
 * Returns the sources of the content security policy for the inline scripts of the page. These scripts are
 * inline, because loading a file would delay the page.
 */
export function inlineScriptSources(root: string): string[] {
  const page = readFileSync(path.join(root, 'index.html'), 'utf8');
  return [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}
