import { createServer } from 'node:net';

/** Returns a port that is currently free. */
export function freePort(): Promise<number> {
  return new Promise((answer) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => answer(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
