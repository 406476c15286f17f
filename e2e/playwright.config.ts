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
// Playwright continues as soon as the first server responds on its port. The company is therefore loaded by a
// server on another port.
const LOAD_COMPANY = [
  `PORT=${OTHERS[0]?.port} node e2e/load-company.mjs`,
  ...OTHERS.map(({ dataDir }) => dataDir),
].join(' ');

const launchOptions = (jsFlags: string) => ({
  executablePath: chromium,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // In a new renderer process, compiling the code takes a third of a page's time, so all pages use one
    // process.
    '--process-per-site',
    '--renderer-process-limit=1',
    '--disable-site-isolation-trials',
    // The flags disable optimizing compilers. A page closes before optimized code could save the time that
    // compiling it takes.
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
  // On a busy CI machine a test may time out, but hardly twice in a row.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    // In a window of this height a list opens with ten rows. More rows would take longer and test nothing new.
    viewport: { width: 1280, height: 600 },
    locale: 'pl-PL',
    timezoneId: 'Europe/Warsaw',
    // Reduced motion omits animations, which would take a tenth of the time of all tests.
    contextOptions: { reducedMotion: 'reduce' },
    // Tests reuse a page whose process has already compiled the code. Each test starts with its own storage.
    reuseContext: true,
    // A trace costs two thirds more processor time, so only retries and runs with `--trace on` record one.
    trace: 'on-first-retry',
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    launchOptions: launchOptions('--no-opt --no-maglev'),
  },
  projects: [
    {
      name: 'accessibility',
      testMatch: ACCESSIBILITY,
      // axe runs the same code for a minute, so compiling it with Maglev saves a fifth of the processor time.
      use: { launchOptions: launchOptions('--no-opt') },
    },
    { name: 'screens', testIgnore: ACCESSIBILITY },
  ],
  // Playwright starts the servers in sequence, so the command of the first one can fill all data folders.
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
