import { type BySide, COUNTERPART, SIDES, type Side } from '@spichlerz/shared/domain/side';
import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { changeContractOwner } from '@spichlerz/shared/wire/contract-changes';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { changeUser, listUserOptions } from '@spichlerz/shared/wire/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { as, type Person } from '../../testing/as.ts';
import { refusal } from '../../testing/call.ts';
import { changeContract } from '../../testing/contract-form.ts';
import { type Material, makeContract, makeMaterial } from '../../testing/make.ts';

let test: TestApp;
let person: Person;
let colleague: Person;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  person = await as(test);
  colleague = await as(test, 'ADMIN');
  material = await makeMaterial(colleague);
});
afterAll(() => test.close());

const ID_FIELD: BySide<string> = { purchase: 'purchase_id', sales: 'sales_id' };

const hand = (side: Side, id: number, userId: number) =>
  ({
    purchase: () => person.call(changeContractOwner.purchase, { body: { purchaseId: id, userId } }),
    sales: () => person.call(changeContractOwner.sales, { body: { salesId: id, userId } }),
  })[side]();
const read = (side: Side, id: number) => person.call(contracts[side].dashboard, { params: { id } });
async function leave(user: Person): Promise<void> {
  await colleague.call(changeUser, {
    params: { id: user.id },
    body: { email: user.email, firstName: 'Jan', lastName: 'Dawny', active: false },
  });
}
/** The whole form saved, with this owner. */
const edit = (side: Side, id: number, userId: number) => changeContract(person, side, id, { userId });
const auditEntriesOf = async (id: number) =>
  (await person.call(listAuditEntries, { query: { entity: 'contract', entityId: id } })).list;

describe.each(SIDES)('the owner of a %s contract', (side) => {
  it('is another person from now on, found by their filter and told by the history', async () => {
    const id = await makeContract(person, side, material);
    const before = await read(side, id);
    expect(await hand(side, id, colleague.id)).toBe(true);
    expect(await read(side, id)).toMatchObject({ ownerId: colleague.id, version: before.version + 1 });
    const { list } = await person.call(contracts[side].list, { query: { ownerId: [colleague.id] } });
    expect(list.map((row) => row.id)).toContain(id);
    expect((await auditEntriesOf(id))[0]).toMatchObject({
      action: 'ownerChanged',
      changes: { ownerId: [person.id, colleague.id] },
      names: { [`ownerId:${colleague.id}`]: expect.any(String) },
    });
  });

  it('stays without a trace when it is the same person', async () => {
    const id = await makeContract(person, side, material);
    const before = await auditEntriesOf(id);
    expect(await hand(side, id, person.id)).toBe(true);
    expect(await auditEntriesOf(id)).toEqual(before);
  });

  it('must exist, and so must the contract, on this side', async () => {
    const id = await makeContract(person, side, material);
    expect(await refusal(hand(side, id, 987_654_321))).toMatchObject({
      status: 400,
      code: 'USER_NOT_FOUND',
      fields: [{ path: 'user_id' }],
    });
    expect(await read(side, id)).toMatchObject({ ownerId: person.id });
    const other = await makeContract(person, COUNTERPART[side], material);
    for (const missing of [987_654_321, other]) {
      expect(await refusal(hand(side, missing, colleague.id))).toMatchObject({
        status: 400,
        code: 'CONTRACT_NOT_FOUND',
        fields: [{ path: ID_FIELD[side] }],
      });
    }
    expect(await refusal(hand(side, 0, colleague.id))).toMatchObject({
      status: 400,
      code: 'FST_ERR_VALIDATION',
    });
  });

  it('is nobody who has left, except of what was theirs before', async () => {
    const former = await as(test);
    const theirs = await makeContract(former, side, material);
    const mine = await makeContract(person, side, material);
    await leave(former);
    const missing = { status: 400, code: 'USER_NOT_FOUND', fields: [{ path: 'user_id' }] };
    expect(await refusal(makeContract(person, side, material, { userId: former.id }))).toMatchObject(missing);
    expect(await refusal(hand(side, mine, former.id))).toMatchObject(missing);
    expect(await refusal(edit(side, mine, former.id))).toMatchObject(missing);
    expect(await read(side, mine)).toMatchObject({ ownerId: person.id });
    expect(await hand(side, theirs, former.id)).toBe(true);
    await edit(side, theirs, former.id);
    expect(await read(side, theirs)).toMatchObject({ ownerId: former.id });
  });
});

it('owners who have left are offered where they are asked for, as long as they own a contract', async () => {
  const [former, idle] = [await as(test), await as(test)];
  const id = await makeContract(former, 'purchase', material);
  for (const user of [former, idle]) await leave(user);
  const offered = async (filter: object) =>
    (await person.call(listUserOptions, { body: { limit: 100, filter } })).list.map(({ value }) => value);
  expect(await offered({})).not.toContain(former.id);
  const owners = await offered({ withOwners: true });
  expect(owners).toEqual(expect.arrayContaining([person.id, former.id]));
  expect(owners).not.toContain(idle.id);
  await hand('purchase', id, person.id);
  expect(await offered({ withOwners: true })).not.toContain(former.id);
});
