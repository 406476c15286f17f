import { spawn } from 'node:child_process';
import { checkNode } from './prepare/check-node.mjs';
import { installWhenNeeded } from './prepare/install.mjs';
import { root } from './prepare/root.mjs';
import { tool, tools } from './prepare/run.mjs';

checkNode();
await installWhenNeeded();

// All unit tests take longer than a minute, so only the tests that import an uncommitted file run.
const unitTests = ['run', '--project', 'shared', '--project', 'web', '--changed', '--passWithNoTests'];

// The longest check starts first, so that it does not run alone at the end.
const checks = [
  ['lint', tool(tools.oxlint, '--type-aware', '--deny-warnings')],
  ['types', tool(tools.tsc, '-b')],
  ['unit tests of uncommitted changes', tool(tools.vitest, ...unitTests)],
  ['dead code', tool(tools.knip)],
  [
    'imports',
    tool(
      tools.depcruise,
      '--config',
      '.dependency-cruiser.cjs',
      'shared/src',
      'server/src',
      'web/src',
      'bench',
    ),
  ],
  ['format', tool(tools.biome, 'check', '.')],
];
const CONCURRENCY = 2;

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

const check = (name, [command, ...args]) =>
  new Promise((resolve) => {
    const began = Date.now();
    const output = [];
    const env = { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) };
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.once('error', (error) => output.push(Buffer.from(error.message)));
    child.once('close', (code) => {
      if (code !== 0) process.stdout.write(`\n── ${name} ──\n${Buffer.concat(output).toString()}\n`);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds(began)})`);
      resolve(code === 0);
    });
  });

const startedAt = Date.now();
const waiting = [...checks];
const results = [];
const worker = async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    results.push(await check(...next));
};
await Promise.all(Array.from({ length: CONCURRENCY }, worker));

const failed = results.filter((ok) => !ok).length;
console.log(
  `${failed === 0 ? 'All checks passed' : `${failed} of ${checks.length} checks failed`} (${seconds(startedAt)})`,
);
process.exitCode = failed === 0 ? 0 : 1;
