import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildWhenNeeded } from './prepare/build.mjs';
import { checkNode } from './prepare/check-node.mjs';
import { findChromium } from './prepare/chromium.mjs';
import { installWhenNeeded } from './prepare/install.mjs';
import { run, tool, tools } from './prepare/run.mjs';

const projects = { unit: ['shared', 'web'], http: ['server'], e2e: [] };

const readOnly = () => {
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
  if (only === undefined || only in projects) return only;
  console.error(`--only takes one of: ${Object.keys(projects).join(', ')}`);
  return process.exit(1);
};

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

// A tool that fails without a failed test (a file that does not load, an error after the tests) fails once.
const outcome = (code, passed, failed) => ({ passed, failed: failed === 0 && code !== 0 ? 1 : failed });

const runVitest = async (only, folder) => {
  const file = path.join(folder, 'vitest.json');
  const chosen = (only === undefined ? [] : projects[only]).flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run(tool(tools.vitest, 'run', ...chosen, ...reporters));
  const report = readReport(file);
  const unloaded = (report?.testResults ?? []).filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.every((test) => test.status !== 'failed'),
  );
  return outcome(code, report?.numPassedTests ?? 0, (report?.numFailedTests ?? 0) + unloaded.length);
};

const runPlaywright = async (folder) => {
  const chromium = await findChromium();
  if (chromium === undefined) return outcome(1, 0, 0);
  const file = path.join(folder, 'playwright.json');
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const command = tool(
    tools.playwright,
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--reporter=list,json',
  );
  const code = await run(command, { env });
  const stats = readReport(file)?.stats;
  return outcome(code, (stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected ?? 0);
};

checkNode();
const only = readOnly();
await installWhenNeeded();
if (only === undefined || only === 'e2e') await buildWhenNeeded();

const folder = mkdtempSync(path.join(tmpdir(), 'spichlerz-reports-'));
const outcomes = [];
try {
  if (only !== 'e2e') outcomes.push(await runVitest(only, folder));
  if (only === undefined || only === 'e2e') outcomes.push(await runPlaywright(folder));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const sum = (key) => outcomes.reduce((total, one) => total + one[key], 0);
const passed = sum('passed');
const failed = sum('failed');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
