import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare/root.mjs';

// What the JSON report of a test run says: { passed: how many, failures: a line for each that failed }.

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

// colours of a terminal, which the tools put into their messages
// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001B\[[\d;]*m/g;
const firstLine = (message = '') => message.replaceAll(COLOURS, '').trim().split('\n', 1)[0].slice(0, 300);
const told = (names, message) => `${names.join(' › ')}: ${firstLine(message)}`;

// A tool that fails without a failed test, such as by an error after the tests, fails once.
const outcome = (code, passed, failures, tool) => ({
  passed,
  failures: failures.length === 0 && code !== 0 ? [`${tool} ended with exit code ${code}`] : failures,
});

export function vitestOutcome(code, file) {
  const report = read(file);
  const failures = (report?.testResults ?? []).flatMap((suite) => {
    const name = path.relative(root, suite.name);
    const failed = suite.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && suite.status === 'failed') return [told([name], suite.message)];
    return failed.map((test) => told([name, test.fullName], test.failureMessages[0]));
  });
  return outcome(code, report?.numPassedTests ?? 0, failures, 'Vitest');
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

export function playwrightOutcome(code, file) {
  const report = read(file);
  const failures = (report?.suites ?? [])
    .flatMap(specsOf)
    .flatMap((spec) => spec.tests.map((test) => ({ spec, test })))
    .filter(({ test }) => test.status === 'unexpected')
    .map(({ spec, test }) => told([spec.file, spec.title], test.results.at(-1)?.error?.message));
  const { expected = 0, flaky = 0 } = report?.stats ?? {};
  return outcome(code, expected + flaky, failures, 'Playwright');
}
