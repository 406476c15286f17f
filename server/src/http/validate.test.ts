import { CONTRACTOR_LIST_MAX } from '@spichlerz/shared/domain/contractor';
import { IMPORT_ROWS_MAX } from '@spichlerz/shared/domain/contractor-import';
import { Refusal } from '@spichlerz/shared/domain/refusal';
import {
  CHECK_ROWS,
  contractorImport,
  IMPORT_CHECK_ROWS_MAX,
  IMPORT_ROWS,
} from '@spichlerz/shared/wire/contractor-import';
import { describe, expect, it } from 'vitest';
import { validate, validateInSlices } from './validate.ts';

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

const answerOf = async (read: () => unknown) => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, status: error.status, fields: error.fields };
  }
};

describe('a body that is one long list', () => {
  const { check, run } = contractorImport.purchase;
  const bodies: Record<string, unknown> = {
    nothing: undefined,
    null: null,
    'a text': 'rows',
    'a list': [row(1)],
    'no list': { row: 1 },
    'a list that is none': { rows: { company_name: 'x' } },
    'a list that is a text': { rows: 'x' },
    'an empty list': { rows: [] },
    'a list of nothing': { rows: [null, ''] },
    'rows and gaps': { rows: [row(1), null, row(2), ''] },
    'what is no row': { rows: [1, 'x', [], {}] },
    'wrong rows': { rows: [row(1, { nip: 'x', email: 'y' }), row(2, { last_name: null }), row(3)] },
    'rows that repeat each other': { rows: [row(1), row(1), row(2, { company_name: 'import1' })] },
    'long lists inside': {
      rows: [row(1, { address_list: Array.from({ length: CONTRACTOR_LIST_MAX + 1 }, () => ({})) })],
    },
    'one more to judge than may be': { rows: rows(IMPORT_CHECK_ROWS_MAX + 1) },
    'one more than may be': { rows: rows(IMPORT_ROWS_MAX + 1) },
  };
  it.each(Object.keys(bodies))('is answered as if it were read at once: %s', async (what) => {
    const sent = { params: {}, query: {}, body: bodies[what] };
    for (const [endpoint, longList] of [
      [check, CHECK_ROWS],
      [run, IMPORT_ROWS.purchase],
    ] as const) {
      expect(await answerOf(() => validateInSlices(endpoint, sent.body, longList))).toEqual(
        await answerOf(() => validate(endpoint, sent)),
      );
    }
  });

  it('lets others have their turn while it is read', async () => {
    let turns = 0;
    let isRead = false;
    const takeTurns = () => {
      if (isRead) return;
      turns += 1;
      setImmediate(takeTurns);
    };
    takeTurns();
    await validateInSlices(run, { rows: rows(IMPORT_ROWS_MAX) }, IMPORT_ROWS.purchase);
    isRead = true;
    expect(turns).toBeGreaterThan(5);
  });

  it('reads nothing beyond its limit', async () => {
    let read = 0;
    const watched = new Proxy(
      {},
      { ownKeys: () => [`${(read += 1)}`], getOwnPropertyDescriptor: () => undefined },
    );
    const body = { rows: Array.from({ length: IMPORT_CHECK_ROWS_MAX * 10 }, () => watched) };
    await answerOf(() => validateInSlices(check, body, CHECK_ROWS));
    expect(read).toBeLessThan(IMPORT_CHECK_ROWS_MAX * 4);
  });
});
