import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildWhenNeeded } from './prepare/build.mjs';
import { checkNode } from './prepare/check-node.mjs';
import { findChromium } from './prepare/chromium.mjs';
import { installWhenNeeded } from './prepare/install.mjs';
import { run, tool, tools } from './prepare/run.mjs';
import { playwrightOutcome, vitestOutcome } from './test-report.mjs';

const readQueues = () => {
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
  if (only === undefined) return DEFAULT_QUEUES;
  if (only in kinds) return [[only]];
  console.error(`--only takes one of: ${Object.keys(kinds).join(', ')}`);
  return process.exit(1);
};

const runVitest = async (folder, projects, filters = []) => {
  const file = path.join(folder, 'vitest.json');
  const chosen = projects.flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', '--reporter=./scripts/vitest-outcome.mjs'];
  const env = { ...process.env, OUTCOME_FILE: file };
  let stderr = '';
  const onStderr = (text) => {
    stderr += text;
  };
  // Browser tests may run in parallel. They have priority, and Vitest uses the processor time that they leave.
  const priority = constants.priority.PRIORITY_BELOW_NORMAL;
  const command = tool(tools.vitest, 'run', ...filters, ...chosen, ...reporters);
  const code = await run(command, { env, onStderr, priority });
  return vitestOutcome(code, file, stderr);
};

const runPlaywright = async (folder) => {
  const chromium = await findChromium();
  if (chromium === undefined) return { passed: 0, failures: ['Chromium was not found'] };
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
  return playwrightOutcome(code, file);
};

// The two queues run in parallel, because browser tests wait for their pages half of the time.
const DEFAULT_QUEUES = [['unit', 'processes', 'http'], ['e2e']];
const kinds = {
  unit: (folder) => runVitest(folder, ['shared', 'web']),
  processes: (folder) => runVitest(folder, ['processes']),
  http: (folder) => runVitest(folder, ['server']),
  // The tests whose result may depend on the PostgreSQL version. .ci/run repeats them on a second version.
  sql: (folder) =>
    runVitest(
      folder,
      ['server'],
      ['src/db/', 'src/modules/', 'src/auth/', 'src/audit/', 'src/lists/', 'src/system-tests/trading'],
    ),
  e2e: runPlaywright,
};

checkNode();
const queues = readQueues();
await installWhenNeeded();
const building = queues.flat().includes('e2e') ? buildWhenNeeded() : undefined;

const runQueue = async (queue) => {
  const outcomes = [];
  for (const kind of queue) {
    // Unit tests do not wait for the build, because they need none and a build uses only one core.
    if (kind !== 'unit') await building;
    const folder = mkdtempSync(path.join(tmpdir(), 'spichlerz-reports-'));
    try {
      outcomes.push(await kinds[kind](folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return outcomes;
};
const outcomes = (await Promise.all(queues.map(runQueue))).flat();
const passed = outcomes.reduce((total, one) => total + one.passed, 0);
const failures = outcomes.flatMap((one) => one.failures);
// Failures are repeated at the end of the output, where they are easy to find.
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
