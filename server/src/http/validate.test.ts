import { Readable } from 'node:stream';
import { CONTRACTOR_LIST_MAX } from '@spichlerz/shared/domain/contractor';
import { IMPORT_ROWS_MAX } from '@spichlerz/shared/domain/contractor-import';
import { DomainError } from '@spichlerz/shared/domain/domain-error';
import {
  CHECK_ROWS,
  contractorImport,
  IMPORT_CHECK_ROWS_MAX,
  IMPORT_ROWS,
} from '@spichlerz/shared/wire/contractor-import';
import type { Endpoint, StreamedList } from '@spichlerz/shared/wire/endpoint';
import { describe, expect, it } from 'vitest';
import { assertFewSeparators, JSON_LIMITS } from './json-limits.ts';
import { readJsonList } from './json-list.ts';
import { validate, validateLongList } from './validate.ts';

const row = (n: number, overrides = {}) => ({
  company_name: `IMPORT${n}`,
  last_name: ` Importowana ${n} `,
  middle_name: '',
  nip: String(2_000_000_000 + n),
  contact_list: [{ name: 'Biuro', phone_number: '+48 600 700 800' }, null],
  nobody_knows: 1,
  ...overrides,
});
const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n));

const junkKeys = (count: number) => Array.from({ length: count }, (_, n) => [`junk${n}`, 1] as const);

const items = (
  payload: Readable,
  { bodyLimit, name }: StreamedList,
  parse: (text: string) => unknown = JSON.parse,
) => readJsonList(payload, name, { body: bodyLimit, item: JSON_LIMITS.user }, parse);

const readLongList = (endpoint: Endpoint, body: unknown, longList: StreamedList) => {
  const text = body === undefined ? [] : [Buffer.from(JSON.stringify(body))];
  return validateLongList(endpoint, items(Readable.from(text), longList), longList);
};

/** Streams the body in chunks, as it arrives from the network. */
function sendInChunks(body: object, pieceSize: number): Readable {
  const bytes = Buffer.from(JSON.stringify(body));
  const pieces = function* () {
    for (let start = 0; start < bytes.length; start += pieceSize)
      yield bytes.subarray(start, start + pieceSize);
  };
  return Readable.from(pieces(), { objectMode: false });
}

const resultOf = async (read: () => unknown) => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, status: error.status, fields: error.fields };
  }
};

describe('a body with one long list', () => {
  const { check, run } = contractorImport.purchase;
  const bodies: Record<string, unknown> = {
    nothing: undefined,
    null: null,
    'a text': 'rows',
    'a list': [row(1)],
    'no list': { row: 1 },
    'an object instead of the list': { rows: { company_name: 'x' } },
    'a text instead of the list': { rows: 'x' },
    'an empty list': { rows: [] },
    'a list of nothing': { rows: [null, ''] },
    'rows and gaps': { rows: [row(1), null, row(2), ''] },
    'items that are no rows': { rows: [1, 'x', [], {}] },
    'wrong rows': { rows: [row(1, { nip: 'x', email: 'y' }), row(2, { last_name: null }), row(3)] },
    'rows that repeat each other': { rows: [row(1), row(1), row(2, { company_name: 'import1' })] },
    'long lists inside': {
      rows: [row(1, { address_list: Array.from({ length: CONTRACTOR_LIST_MAX + 1 }, () => ({})) })],
    },
    'one row more than the check allows': { rows: rows(IMPORT_CHECK_ROWS_MAX + 1) },
    'one row more than the import allows': { rows: rows(IMPORT_ROWS_MAX + 1) },
  };
  it.each(Object.keys(bodies))(
    'has the same validation result in chunks as in one piece: %s',
    async (what) => {
      const sent = { params: {}, query: {}, body: bodies[what] };
      for (const [endpoint, longList] of [
        [check, CHECK_ROWS],
        [run, IMPORT_ROWS.purchase],
      ] as const) {
        expect(await resultOf(() => readLongList(endpoint, sent.body, longList))).toEqual(
          await resultOf(() => validate(endpoint, sent)),
        );
      }
    },
  );

  it('has the same validation result for any chunk size', async () => {
    const body = {
      other: ['a'],
      rows: [row(1, { last_name: 'Żółć ["}],{\\' }), null, row(2)],
      last: { rows: [1] },
    };
    const whole = await readLongList(run, body, IMPORT_ROWS.purchase);
    for (const size of [1, 7, 100]) {
      const payload = sendInChunks(body, size);
      expect(await validateLongList(run, items(payload, IMPORT_ROWS.purchase), IMPORT_ROWS.purchase)).toEqual(
        whole,
      );
    }
  });

  it('does not block the event loop while it is read', async () => {
    let turns = 0;
    let isRead = false;
    const takeTurns = () => {
      if (isRead) return;
      turns += 1;
      setImmediate(takeTurns);
    };
    takeTurns();
    await readLongList(run, { rows: rows(IMPORT_ROWS_MAX) }, IMPORT_ROWS.purchase);
    isRead = true;
    expect(turns).toBeGreaterThan(5);
  });

  it('is not parsed beyond the maximum number of rows', async () => {
    let parsed = 0;
    const parse = (text: string) => {
      parsed += 1;
      return JSON.parse(text) as unknown;
    };
    const payload = sendInChunks({ rows: rows(IMPORT_CHECK_ROWS_MAX * 10) }, 64 * 1024);
    await resultOf(() => validateLongList(check, items(payload, CHECK_ROWS, parse), CHECK_ROWS));
    expect(parsed).toBeLessThan(IMPORT_CHECK_ROWS_MAX + 5);
  });

  it.each([
    [
      'with more keys than a row may have',
      { rows: [row(1), Object.fromEntries(junkKeys(JSON_LIMITS.user.separators))] },
    ],
    [
      'with a row as large as a whole body',
      { rows: [row(1, { last_name: 'x'.repeat(JSON_LIMITS.user.body) })] },
    ],
    ['with a long text around its list', { junk: junkKeys(10_000).map(([key]) => key), rows: [row(1)] }],
    ['beyond its size limit', { rows: rows(100) }, { ...IMPORT_ROWS.purchase, bodyLimit: 10_000 }],
  ])('is rejected with status 413: a body %s', async (_, body, longList = IMPORT_ROWS.purchase) => {
    const payload = sendInChunks(body, 64 * 1024);
    expect(await resultOf(() => validateLongList(run, items(payload, longList), longList))).toMatchObject({
      code: 'BAD_REQUEST',
      status: 413,
    });
  });

  it.each([
    '{"rows":[{}',
    '{"rows":[{},]}',
    '{"rows":[{},,{}]}',
    '{"rows":[{}}',
    '{"rows":[1}]}',
    '{"rows":[]} x',
  ])('is rejected when it is not JSON: %s', async (text) => {
    const payload = Readable.from([Buffer.from(text)]);
    await expect(validateLongList(run, items(payload, CHECK_ROWS), CHECK_ROWS)).rejects.toThrow(SyntaxError);
  });

  it('reports at most about a thousand errors', async () => {
    const wrong = Array.from({ length: 5_000 }, () => ({ email: 'x', nip: 'y' }));
    const { fields } = (await resultOf(() => readLongList(run, { rows: wrong }, IMPORT_ROWS.purchase))) as {
      fields: unknown[];
    };
    expect(fields.length).toBeGreaterThanOrEqual(1_000);
    expect(fields.length).toBeLessThan(1_010);
  });
});

describe('the limit of separators', () => {
  const limit = 10;
  it.each([
    ['five keys', JSON.stringify(Object.fromEntries(junkKeys(5)))],
    ['separators inside texts', JSON.stringify({ a: ',:,:,:,:"\\,:,:,:,:,:,:,:,:' })],
  ])('accepts a JSON text with few separators: %s', (_, text) => {
    expect(() => assertFewSeparators(text, limit)).not.toThrow();
  });
  it.each([
    ['twelve entries', JSON.stringify(Array.from({ length: 12 }, (_, n) => n))],
    ['many keys', JSON.stringify(Object.fromEntries(junkKeys(50)))],
  ])('rejects a JSON text with too many separators: %s', (_, text) => {
    expect(() => assertFewSeparators(text, limit)).toThrow('BAD_REQUEST');
  });
});
