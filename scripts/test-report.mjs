import { readFileSync } from 'node:fs';

// The functions …Outcome() return { passed: number of passed tests, failures: one line per failed test }.

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

// ANSI colour codes in the messages of the tools.
// oxlint-disable-next-line no-control-regex
const ANSI_COLOURS = /\u001B\[[\d;]*m/g;
const firstLine = (message = '') =>
  message.replaceAll(ANSI_COLOURS, '').trim().split('\n', 1)[0].slice(0, 300);
export const failureLine = (names, message) => `${names.join(' › ')}: ${firstLine(message)}`;

// If a tool fails although no test failed, for example by an error after the tests, this counts as one failure.
const createOutcome = (code, passed, failures, tool, stderr = '') => ({
  passed,
  failures:
    failures.length === 0 && code !== 0
      ? [`${tool} ended with exit code ${code}${lastLines(stderr)}`]
      : failures,
});

/** Joins the last five lines of stderr to one line, without the stack traces of Vitest. */
const lastLines = (stderr) => {
  const lines = stderr
    .replaceAll(ANSI_COLOURS, '')
    .split('\n')
    .map((line) => line.trim());
  const words = lines.filter((line) => line !== '' && !/^[❯⎯]/u.test(line)).slice(-5);
  return words.length === 0 ? '' : `: ${words.join(' | ').slice(0, 1000)}`;
};

/**
 * Reads the file written by vitest-outcome.mjs. If Vitest fails although no test failed, the failure line
 * contains the end of stderr.
 */
export function vitestOutcome(code, file, stderr) {
  const { passed, failures } = read(file) ?? { passed: 0, failures: [] };
  return createOutcome(code, passed, failures, 'Vitest', stderr);
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

export function playwrightOutcome(code, file) {
  const report = read(file);
  const failures = (report?.suites ?? [])
    .flatMap(specsOf)
    .flatMap((spec) => spec.tests.map((test) => ({ spec, test })))
    .filter(({ test }) => test.status === 'unexpected')
    .map(({ spec, test }) => failureLine([spec.file, spec.title], test.results.at(-1)?.error?.message));
  const strays = (report?.errors ?? []).map(({ message }) => failureLine(['outside of the tests'], message));
  const { expected = 0, flaky = 0 } = report?.stats ?? {};
  return createOutcome(code, expected + flaky, [...failures, ...strays], 'Playwright');
}
