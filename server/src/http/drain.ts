import { type Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Takes no new connection, and serves the ones there are until their clients have left, or for so long at most. The
 * close of an HTTP server would cut connections that seem idle while a call is on its way to them; a proxy may send
 * a call again that could not connect, but not a POST that was cut.
 */
export async function drain(server: HttpServer, longestMs: number): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    Server.prototype.close.call(server, () => resolve());
  });
  await Promise.race([gone, sleep(longestMs)]);
}
