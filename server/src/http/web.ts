import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendNotFound } from './error-reply.ts';

/** Serves the built web app: hashed assets for ever, everything else as the page, which routes by itself. */
export async function registerWeb(app: FastifyInstance, root: string): Promise<void> {
  const assets = path.join(root, 'assets') + path.sep;
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    cacheControl: false,
    // the build has written them beside each file
    preCompressed: true,
    // the sources, in the maps, are for whoever looks for a fault and not for every visitor
    globIgnore: ['**/*.{br,gz,map}'],
    setHeaders: (reply, file) => {
      // a cache between the server and the browser keeps one copy per encoding
      reply.setHeader('vary', 'accept-encoding');
      const immutable = file.startsWith(assets);
      reply.setHeader('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const address = request.url.split('?')[0] ?? '';
    // a file that is not there is no page: an old tab asking for a chunk of an earlier version must hear so
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && !address.startsWith('/api') && !/\.\w+$/.test(address);
    if (!isPage) return sendNotFound(request, reply);
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
