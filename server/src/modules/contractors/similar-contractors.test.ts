import { COUNTERPART, SIDES, type Side } from '@spichlerz/shared/domain/side';
import { contractorCards } from '@spichlerz/shared/wire/contractor-card';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { contractorForm } from '../../testing/contractor-form.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
});
afterAll(() => test.close());

const create = async (side: Side, overrides = {}) => {
  const body = contractorForm(overrides);
  const { id } = await user.call(contractors[side].create, { body });
  return { id, body };
};

describe.each(SIDES)('the search for similar contractors on the %s side', (side) => {
  const similar = (query: object) => user.call(contractorCards[side].findSimilar, { query });

  it('compares NIP, code and full name, and does not return the contractor with the excluded id', async () => {
    const { id, body } = await create(side, {
      pesel: `44051400${side === 'purchase' ? '101' : '102'}`,
      firstName: 'Jan',
    });
    expect(await similar({ nip: `${body.nip.slice(0, 3)}-${body.nip.slice(3)}` })).toEqual([
      {
        id,
        fullName: `Jan ${body.lastName}`,
        companyName: body.companyName,
        nip: body.nip,
        pesel: expect.any(String),
        matches: ['nip'],
      },
    ]);
    const found = await similar({
      nip: body.nip,
      companyName: ` ${body.companyName.toLowerCase()}`,
      fullName: `Jan ${body.lastName}`,
    });
    expect(found.map(({ matches }) => matches.toSorted())).toEqual([['companyName', 'fullName', 'nip']]);
    expect(await similar({ nip: body.nip, exceptId: id })).toEqual([]);
    expect(await similar({ nip: '5', pesel: 'x' })).toEqual([]);
    expect(await similar({})).toEqual([]);
  });

  it('does not return contractors of the opposite side', async () => {
    const { body } = await create(side);
    const other = contractorCards[COUNTERPART[side]];
    expect(await user.call(other.findSimilar, { query: { nip: body.nip } })).toEqual([]);
  });

  it('rejects an excluded id that is not a number', async () => {
    expect(await failureOf(similar({ nip: '1', exceptId: 'x' }))).toMatchObject({
      status: 400,
      fields: [{ path: 'except_id' }],
    });
  });
});
