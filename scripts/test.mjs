import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildWhenNeeded } from './prepare/build.mjs';
import { checkNode } from './prepare/check-node.mjs';
import { findChromium } from './prepare/chromium.mjs';
import { installWhenNeeded } from './prepare/install.mjs';
import { run, tool, tools } from './prepare/run.mjs';

const readChosen = () => {
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
  if (only === undefined) return Object.keys(kinds);
  if (only in kinds) return [only];
  console.error(`--only takes one of: ${Object.keys(kinds).join(', ')}`);
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

const runVitest = async (folder, ...projects) => {
  const file = path.join(folder, 'vitest.json');
  const chosen = projects.flatMap((name) => ['--project', name]);
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

const kinds = {
  unit: (folder) => runVitest(folder, 'shared', 'web'),
  http: (folder) => runVitest(folder, 'server'),
  e2e: runPlaywright,
};

checkNode();
const chosen = readChosen();
await installWhenNeeded();
if (chosen.includes('e2e')) await buildWhenNeeded();

const outcomes = [];
for (const kind of chosen) {
  const folder = mkdtempSync(path.join(tmpdir(), 'spichlerz-reports-'));
  try {
    outcomes.push(await kinds[kind](folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const sum = (key) => outcomes.reduce((total, one) => total + one[key], 0);
const passed = sum('passed');
const failed = sum('failed');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
