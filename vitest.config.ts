import path from 'node:path';
import { defineConfig } from 'vitest/config';

const SERVER = { root: 'server', testTimeout: 30_000, hookTimeout: 60_000, maxWorkers: 2 };
const PROCESSES = 'src/**/*.process.test.ts';

// Four projects: rules and properties (shared), screen logic (web), HTTP on a real PostgreSQL engine (server), and what
// starts programs, databases or threads of its own (processes). The last two run on two workers, after the others.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'shared',
          root: 'shared',
          include: ['src/**/*.test.ts'],
          // thousands of random steps; on a machine busy with much else they took 46 s
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
          // each file has a database and an app of its own; loading their code anew for each would take as long again
          isolate: false,
          // one engine for all
          globalSetup: [path.join(import.meta.dirname, 'server/src/testing/global-setup.ts')],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...SERVER,
          name: 'processes',
          include: [PROCESSES],
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
