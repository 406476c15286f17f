import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { createTestUser } from '../testing/test-user.ts';

/*
 * Calls and replies recorded before discount rules existed (customer quality.md). Clients that do not use
 * rules, readings and tickets must get the same bytes. Replies may have additional fields, which are not
 * compared.
 */

type Recorded = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: object;
  readonly status: number;
  readonly reply: unknown;
};

const recorded = readFileSync(path.join(import.meta.dirname, 'old-calls.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

/** Removes the fields that the recorded value does not have, and keeps the order of the other fields. */
function withoutNewFields(now: unknown, before: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(before))
    return now.map((item: unknown, index) => withoutNewFields(item, before[index]));
  if (typeof now !== 'object' || now === null || typeof before !== 'object' || before === null) return now;
  return Object.fromEntries(
    Object.entries(now).flatMap(([key, value]: [string, unknown]) =>
      key in before ? [[key, withoutNewFields(value, before[key as keyof typeof before])]] : [],
    ),
  );
}

it('calls recorded before discount rules existed get the same replies, apart from additional fields', async () => {
  const test = await startTestApp();
  try {
    const admin = await createTestUser(test, 'ADMIN');
    // replies contain the name of the contract's owner
    await test.pool.query("update app_user set first_name = 'Jan', last_name = 'Testowy'");
    for (const { method, path: url, body, status, reply } of recorded) {
      const request: InjectOptions = {
        method,
        url: `/api${url}`,
        headers: { authorization: `Bearer ${admin.token}` },
        ...(body !== undefined && { payload: body }),
      };
      const response = await test.app.inject(request);
      const now = response.body.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now');
      const shown = { method, url, body, status: response.statusCode };
      expect({ ...shown, reply: JSON.stringify(withoutNewFields(JSON.parse(now), reply)) }).toEqual({
        ...shown,
        status,
        reply: JSON.stringify(reply),
      });
    }
  } finally {
    await test.close();
  }
});
