import { type Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Takes no new connections, and serves the existing ones until their clients leave, for at most `timeoutMs`. The HTTP
 * server's own close would cut connections that look idle while a call is on its way to them. A proxy can repeat a call
 * that could not connect, but not a POST that was cut off.
 */
export async function drain(server: HttpServer, timeoutMs: number): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    Server.prototype.close.call(server, () => resolve());
  });
  await Promise.race([gone, sleep(timeoutMs)]);
}
