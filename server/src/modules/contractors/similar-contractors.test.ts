import { COUNTERPART, SIDES, type Side } from '@spichlerz/shared/domain/side';
import { contractorCards } from '@spichlerz/shared/wire/contractor-card';
import { contractors } from '@spichlerz/shared/wire/contractors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as, type Person } from '../../testing/as.ts';
import { refusal } from '../../testing/call.ts';
import { contractorForm } from '../../testing/contractor-form.ts';

let test: TestApp;
let person: Person;

beforeAll(async () => {
  test = await startTestApp();
  person = await as(test);
});
afterAll(() => test.close());

const create = async (side: Side, overrides = {}) => {
  const body = contractorForm(overrides);
  const { id } = await person.call(contractors[side].create, { body });
  return { id, body };
};

describe.each(SIDES)('%s: who is alike', (side) => {
  const similar = (query: object) => person.call(contractorCards[side].findSimilar, { query });

  it('is found by NIP, PESEL, code and name, but never oneself', async () => {
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

  it('stands on the same side', async () => {
    const { body } = await create(side);
    const other = contractorCards[COUNTERPART[side]];
    expect(await person.call(other.findSimilar, { query: { nip: body.nip } })).toEqual([]);
  });

  it('is asked with an id that is one', async () => {
    expect(await refusal(similar({ nip: '1', exceptId: 'x' }))).toMatchObject({
      status: 400,
      fields: [{ path: 'except_id' }],
    });
  });
});
