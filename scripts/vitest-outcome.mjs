import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare/root.mjs';
import { failureLine } from './test-report.mjs';

const withSuites = (module) => [module, ...module.children.allSuites()];

/** A Vitest reporter that writes { passed, failures } to OUTCOME_FILE. Errors outside of tests are failures. */
// oxlint-disable-next-line import/no-default-export -- Vitest loads the default export of a reporter.
export default class VitestOutcome {
  onTestRunEnd(modules, unhandled) {
    const failures = modules.flatMap((module) => {
      const name = path.relative(root, module.moduleId);
      const tests = [...module.children.allTests('failed')].map((test) =>
        failureLine([name, test.fullName], test.result().errors[0]?.message),
      );
      const around = withSuites(module).flatMap((suite) =>
        suite.errors().map(({ message }) => failureLine([name], message)),
      );
      return [...tests, ...around];
    });
    const strays = unhandled.map(({ message, stack }) =>
      failureLine(['outside of the tests'], stack ?? message),
    );
    const passed = modules.flatMap((module) => [...module.children.allTests('passed')]).length;
    writeFileSync(process.env.OUTCOME_FILE, JSON.stringify({ passed, failures: [...failures, ...strays] }));
  }
}
