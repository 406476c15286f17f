import { readFileSync } from 'node:fs';

// What a test run says: { passed: how many, failures: a line for each that failed }.

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

// colours of a terminal, which the tools put into their messages
// oxlint-disable-next-line no-control-regex
const ANSI_COLOURS = /\u001B\[[\d;]*m/g;
const firstLine = (message = '') =>
  message.replaceAll(ANSI_COLOURS, '').trim().split('\n', 1)[0].slice(0, 300);
export const failureLine = (names, message) => `${names.join(' › ')}: ${firstLine(message)}`;

// A tool that fails without a failed test, such as by an error after the tests, fails once.
const createOutcome = (code, passed, failures, tool, said = '') => ({
  passed,
  failures:
    failures.length === 0 && code !== 0
      ? [`${tool} ended with exit code ${code}${lastLines(said)}`]
      : failures,
});

/** In the one line that stands at the end, without the lines of the stack. */
const lastLines = (said) => {
  const lines = said
    .replaceAll(ANSI_COLOURS, '')
    .split('\n')
    .map((line) => line.trim());
  const words = lines.filter((line) => line !== '' && !/^[❯⎯]/u.test(line)).slice(-5);
  return words.length === 0 ? '' : `: ${words.join(' | ').slice(0, 1000)}`;
};

/** Read from where vitest-outcome.mjs wrote it; what it said of errors is told where no test failed. */
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
  const strays = (report?.errors ?? []).map(({ message }) =>
    failureLine(['outside of the stories'], message),
  );
  const { expected = 0, flaky = 0 } = report?.stats ?? {};
  return createOutcome(code, expected + flaky, [...failures, ...strays], 'Playwright');
}
