import { type Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Stops accepting connections, and serves existing connections until their clients disconnect, for at most
 * `timeoutMs`. The HTTP server's own close would cut idle connections on which a request is arriving. A proxy
 * can retry a failed connection, but not a POST that was cut off.
 */
export async function drain(server: HttpServer, timeoutMs: number): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    Server.prototype.close.call(server, () => resolve());
  });
  await Promise.race([gone, sleep(timeoutMs)]);
}
