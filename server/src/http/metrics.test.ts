import { listPositions } from '@spichlerz/shared/wire/positions';
import { expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { createTestUser } from '../testing/test-user.ts';

const TOKEN = 'only for the one who watches';

async function startMonitoredApp(metricsToken?: string) {
  const test = await startTestApp({ metricsToken });
  onTestFinished(() => test.close());
  return test;
}

const headers = { authorization: `Bearer ${TOKEN}` };

it('the metrics count requests by route, connections, streams and e-mails for a client with the token', async () => {
  const test = await startMonitoredApp(TOKEN);
  const user = await createTestUser(test);
  await user.call(listPositions, { body: {} });
  await test.app.inject({ url: '/api/no/such/path/17' });
  await test.pool.query(
    `insert into mail (recipient, subject, text_body, html_body, sent_at, given_up_at) values
       ('a', '', '', '', now(), null), ('b', '', '', '', null, now()), ('c', '', '', '', null, now()),
       ('d', '', '', '', null, null)`,
  );
  const reply = await test.app.inject({ url: '/api/metrics', headers });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toMatch(/^text\/plain/);
  expect(reply.body).toContain(
    'spichlerz_request_seconds_count{method="POST",route="/api/dashboard/position",status="200"} 1',
  );
  expect(reply.body).toMatch(/^spichlerz_database_connections [1-9]/m);
  expect(reply.body).toMatch(/^spichlerz_live_streams 0$/m);
  expect(reply.body).toMatch(/^spichlerz_mails_waiting 1$/m);
  expect(reply.body).toMatch(/^spichlerz_mails_given_up 2$/m);
  expect(reply.body).not.toContain('/no/such/path');
});

it('the metrics are rejected without the token', async () => {
  const test = await startMonitoredApp(TOKEN);
  const { token } = await createTestUser(test, 'ADMIN');
  for (const authorization of [undefined, `Bearer ${token}`, 'Bearer ']) {
    const reply = await test.app.inject({
      url: '/api/metrics',
      headers: authorization === undefined ? {} : { authorization },
    });
    expect([reply.statusCode, reply.json().result.message_code]).toEqual([401, 'UNAUTHORIZED']);
  }
});

it('the metrics are not served when no token is configured', async () => {
  const test = await startMonitoredApp();
  const reply = await test.app.inject({ url: '/api/metrics', headers });
  expect(reply.statusCode).toBe(404);
});
