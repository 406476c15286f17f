import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';

// This file is read again by the process that runs the stories; what is chosen here once is handed on to it.
const choose = (name: string, make: () => string): string => {
  process.env[name] ??= make();
  return process.env[name];
};

const port = choose('E2E_PORT', () => String(20_000 + (process.pid % 10_000)));
const dataDir = choose('E2E_DATA_DIR', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'spichlerz-e2e-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
});
const chromium = choose(
  'CHROMIUM_PATH',
  () =>
    ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((place) =>
      existsSync(place),
    ) ?? '/usr/bin/chromium',
);
const address = `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: 'stories',
  outputDir: '../test-results',
  workers: 1,
  // a machine that is busy with something else may be slow once, not twice
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: address,
    locale: 'pl-PL',
    timezoneId: 'Europe/Warsaw',
    trace: 'retain-on-failure',
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node server/dist/main.js',
    cwd: path.join(import.meta.dirname, '..'),
    url: `${address}/api/health`,
    env: {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: port,
      APP_URL: address,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: 'true',
      LOG_LEVEL: 'warn',
    },
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
