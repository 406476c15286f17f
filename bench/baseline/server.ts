import { createServer, type ServerResponse } from 'node:http';
import { pino } from 'pino';
import { createPool } from '../../server/src/db/pool.ts';
import { HANDLERS } from './handlers.ts';

/*
 * The baseline server: the smallest server that returns the same bytes as the app for the benchmark queries. It
 * has no framework, no validation and no authentication, and runs prepared statements only. Reads PORT and
 * DATABASE_URL.
 */

const pool = createPool(process.env['DATABASE_URL'] ?? '', 20, pino({ level: 'fatal' }));
// On the full data, the margins of a year take longer than the statement timeout of createPool().
pool.options.statement_timeout = 600_000;

const send = (response: ServerResponse, status: number, text: string): ServerResponse =>
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);

createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    if (parts.length > 0) JSON.parse(Buffer.concat(parts).toString());
    const answer = HANDLERS[request.headers['x-query'] as string];
    const parameters = JSON.parse(decodeURIComponent(request.headers['x-parameters'] as string)) as unknown[];
    const answered = answer?.(pool, parameters) ?? Promise.reject(new Error('Unknown query'));
    void answered.then(
      (result) => send(response, 200, JSON.stringify({ success: true, result })),
      (error: unknown) => send(response, 500, String(error)),
    );
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');
