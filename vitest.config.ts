import path from 'node:path';
import { defineConfig } from 'vitest/config';

// By default Vitest leaves one core unused, which is half of a machine with two cores.
const MAX_WORKERS = 2;
const SERVER = { root: 'server', testTimeout: 30_000, hookTimeout: 60_000, maxWorkers: MAX_WORKERS };
const BUILT_SERVER = path.join(import.meta.dirname, 'scripts/prepare/build-server.mjs');
const PROCESSES = 'src/**/*.process.test.ts';

// Four projects: rules and properties (shared), screens (web), the server and its HTTP API on a real PostgreSQL
// (server), and tests that start programs, databases or threads (processes). The projects server and processes
// run after shared and web.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'shared',
          root: 'shared',
          maxWorkers: MAX_WORKERS,
          include: ['src/**/*.test.ts'],
          // The property tests run thousands of random steps, which took 46 s on a busy machine.
          testTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...SERVER,
          name: 'server',
          include: ['src/**/*.test.ts'],
          exclude: [PROCESSES],
          // Loading the code again for each file would double the time. Files can share the loaded code,
          // because each has its own database and app.
          isolate: false,
          // global-setup.ts starts one PostgreSQL server for all files.
          globalSetup: [BUILT_SERVER, path.join(import.meta.dirname, 'server/src/testing/global-setup.ts')],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...SERVER,
          name: 'processes',
          include: [PROCESSES],
          // One test starts up to five programs. Each takes up to 8 s while Playwright runs in parallel
          // (scripts/test.mjs).
          testTimeout: 120_000,
          globalSetup: [BUILT_SERVER],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          root: 'web',
          maxWorkers: MAX_WORKERS,
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: [path.join(import.meta.dirname, 'web/src/testing/set-up.ts')],
          // A form with twenty fields takes a second to fill, and ten on a busy machine.
          testTimeout: 60_000,
          // Creating a document and loading React for each file would take three quarters of the time.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
