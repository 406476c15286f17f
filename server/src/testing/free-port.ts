import { createServer } from 'node:net';

export function freePort(): Promise<number> {
  return new Promise((answer) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => answer(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
