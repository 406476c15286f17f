import { expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { runCommand } from '../testing/run-command.ts';

test.each([
  ['does not answer', '', 'connect ECONNREFUSED'],
  ['needs a certificate file that does not exist', '?sslmode=verify-full&sslrootcert=/none.crt', 'ENOENT'],
])('the server exits with a one-line error when the database %s', async (_, settings, reason) => {
  const { code, err } = await runCommand(['main'], {
    env: {
      NODE_ENV: 'development',
      LOG_LEVEL: 'silent',
      DATABASE_URL: `postgres://app@127.0.0.1:${await freePort()}/spichlerz${settings}`,
    },
  });
  expect(err).toMatch(new RegExp(`^The database cannot be reached: ${reason}.*\n$`));
  expect(code).toBe(1);
});
