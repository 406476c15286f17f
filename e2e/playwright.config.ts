import { existsSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { SERVERS } from './servers.ts';

const CHROMIUM = '/usr/bin/chromium-headless-shell';
const chromium =
  process.env['CHROMIUM_PATH'] ??
  [CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((place) =>
    existsSync(place),
  ) ??
  CHROMIUM;

const ACCESSIBILITY = '**/accessibility.spec.ts';

const SERVER = 'node server/dist/main.js';
const OTHERS = SERVERS.slice(1);
// Playwright takes the first server for ready as soon as its port answers, so the company is loaded on another port.
const LOAD_COMPANY = [
  `PORT=${OTHERS[0]?.port} node e2e/load-company.mjs`,
  ...OTHERS.map(({ dataDir }) => dataDir),
].join(' ');

const launchOptions = (jsFlags: string) => ({
  executablePath: chromium,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // Compiling the code in a new renderer process takes a third of the time of a page, so one process is reused.
    '--process-per-site',
    '--renderer-process-limit=1',
    '--disable-site-isolation-trials',
    // A page is closed before optimized code would save more time than the optimizing compilers take.
    `--js-flags=${jsFlags}`,
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

export default defineConfig({
  testDir: 'specs',
  outputDir: '../test-results',
  workers: SERVERS.length,
  // Other load on a CI machine may fail a test once, but not twice.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    // So low that a list opens with ten rows. More rows take longer and show nothing new.
    viewport: { width: 1280, height: 600 },
    locale: 'pl-PL',
    timezoneId: 'Europe/Warsaw',
    // Drawing animations takes a tenth of the time. Users who prefer reduced motion see the same.
    contextOptions: { reducedMotion: 'reduce' },
    // Tests share a page, whose process has compiled the code. Each test starts with its own storage.
    reuseContext: true,
    // Tracing adds two thirds to the processor time, so only retries and runs with `--trace on` record.
    trace: 'on-first-retry',
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    launchOptions: launchOptions('--no-opt --no-maglev'),
  },
  projects: [
    {
      name: 'accessibility',
      testMatch: ACCESSIBILITY,
      // axe runs the same code for a minute, so its compilation by Maglev saves a fifth of the processor time.
      use: { launchOptions: launchOptions('--no-opt') },
    },
    { name: 'screens', testIgnore: ACCESSIBILITY },
  ],
  // Playwright starts each server when the one before is ready.
  webServer: SERVERS.map(({ address, port, dataDir }, index) => ({
    command: index === 0 ? `${LOAD_COMPANY} && exec ${SERVER}` : SERVER,
    cwd: path.join(import.meta.dirname, '..'),
    url: `${address}/api/health`,
    env: {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      APP_URL: address,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: 'true',
      LOG_LEVEL: 'warn',
    },
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  })),
});
