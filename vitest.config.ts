import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Three projects: rules and properties (shared), HTTP on a real PostgreSQL engine (server), screen logic (web).
// The server's files share one engine, so they run on two workers, after the others.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'shared',
          root: 'shared',
          include: ['src/**/*.test.ts'],
          // thousands of random steps, on a machine that may be busy
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: [path.join(import.meta.dirname, 'server/src/testing/global-setup.ts')],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
