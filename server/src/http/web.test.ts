import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inlineScriptSources, registerWeb } from './web.ts';

const PAGE =
  '<!doctype html><title>Spichlerz</title><script>answer = 42;</script><script type="module" src="/a.js"></script>';
const SCRIPT = 'export const answer = 42;';

let folder: string;
let root: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'spichlerz-web-'));
  // The path of the installation may itself contain a folder named assets.
  root = path.join(folder, 'assets', 'dist');
  await mkdir(path.join(root, 'assets'), { recursive: true });
  await writeFile(path.join(root, 'index.html'), PAGE);
  await writeFile(path.join(root, 'assets/main-a1b2.js'), SCRIPT);
  await writeFile(path.join(root, 'assets/main-a1b2.js.map'), '{}');
  await writeFile(path.join(root, 'assets/main-a1b2.js.gz'), gzipSync(SCRIPT));
  app = Fastify();
  await registerWeb(app, root);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('the web application', () => {
  it('is the same page, sent with no-cache, at the URL of every screen', async () => {
    for (const url of ['/', '/login', '/contract/sale-list/1?page=2']) {
      const { statusCode, headers, body } = await get(url);
      expect([statusCode, headers['cache-control'], body]).toEqual([200, 'no-cache', PAGE]);
    }
  });

  it('has an inline script that the content security policy allows by its hash', () => {
    expect(inlineScriptSources(root)).toEqual(["'sha256-sJJ3kLSRSG6cK9rgSW3XYRq8L6CSfoYilfzVytI3UyA='"]);
  });

  it('answers HEAD requests without the page', async () => {
    const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/login' });
    expect([statusCode, headers['content-type'], body]).toEqual([200, 'text/html; charset=utf-8', '']);
  });

  it('serves hashed files with long caching and with the gzip compression of the build', async () => {
    const plain = await get('/assets/main-a1b2.js');
    expect([plain.headers['cache-control'], plain.body]).toEqual([
      'public, max-age=31536000, immutable',
      SCRIPT,
    ]);
    const compressed = await get('/assets/main-a1b2.js', { 'accept-encoding': 'gzip, br' });
    expect(compressed.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'content-type': 'application/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(compressed.rawPayload).toEqual(gzipSync(SCRIPT));
  });

  it('answers 404 for files of an earlier version, source maps, unknown API paths and POST requests', async () => {
    const missing = ['main-old.js', 'main-a1b2.js.gz', 'main-a1b2.js.map'].map((file) => `/assets/${file}`);
    for (const url of [...missing, '/api/nothing'])
      expect((await get(url)).json()).toMatchObject({
        success: false,
        result: { message_code: 'NOT_FOUND' },
      });
    expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404);
  });
});
