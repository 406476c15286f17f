import { type BySide, COUNTERPART, SIDES, type Side } from '@spichlerz/shared/domain/side';
import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { changeContractOwner } from '@spichlerz/shared/wire/contract-changes';
import { contracts } from '@spichlerz/shared/wire/contracts';
import { changeUser, listUserOptions } from '@spichlerz/shared/wire/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { changeContract } from '../../testing/contract-form.ts';
import { type Material, makeContract, makeMaterial } from '../../testing/make.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';
import { runDuring } from '../../testing/while-locked.ts';

let test: TestApp;
let user: TestUser;
let colleague: TestUser;
let material: Material;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  colleague = await createTestUser(test, 'ADMIN');
  material = await makeMaterial(colleague);
});
afterAll(() => test.close());

const ID_FIELD: BySide<string> = { purchase: 'purchase_id', sales: 'sales_id' };

const changeOwner = (side: Side, id: number, userId: number) =>
  ({
    purchase: () => user.call(changeContractOwner.purchase, { body: { purchaseId: id, userId } }),
    sales: () => user.call(changeContractOwner.sales, { body: { salesId: id, userId } }),
  })[side]();
const read = (side: Side, id: number) => user.call(contracts[side].dashboard, { params: { id } });
async function disableUser(owner: TestUser): Promise<void> {
  await colleague.call(changeUser, {
    params: { id: owner.id },
    body: { email: owner.email, firstName: 'Jan', lastName: 'Dawny', active: false },
  });
}
/** Saves the whole form of the contract with this owner. */
const edit = (side: Side, id: number, userId: number) => changeContract(user, side, id, { userId });
const auditEntriesOf = async (id: number) =>
  (await user.call(listAuditEntries, { query: { entity: 'contract', entityId: id } })).list;

describe.each(SIDES)('the owner of a %s contract', (side) => {
  it('can be changed; the filter by owner and the audit log then use the new owner', async () => {
    const id = await makeContract(user, side, material);
    const before = await read(side, id);
    expect(await changeOwner(side, id, colleague.id)).toBe(true);
    expect(await read(side, id)).toMatchObject({ ownerId: colleague.id, version: before.version + 1 });
    const { list } = await user.call(contracts[side].list, { query: { ownerId: [colleague.id] } });
    expect(list.map((row) => row.id)).toContain(id);
    expect((await auditEntriesOf(id))[0]).toMatchObject({
      action: 'ownerChanged',
      changes: { ownerId: [user.id, colleague.id] },
      names: { [`ownerId:${colleague.id}`]: expect.any(String) },
    });
  });

  it('causes no audit entry when a request sets the current owner', async () => {
    const id = await makeContract(user, side, material);
    const before = await auditEntriesOf(id);
    expect(await changeOwner(side, id, user.id)).toBe(true);
    expect(await auditEntriesOf(id)).toEqual(before);
  });

  it('cannot be set to a user whom a parallel transaction deactivates', async () => {
    const id = await makeContract(user, side, material);
    const leaving = await createTestUser(test);
    const rejected = await runDuring(
      test.pool,
      { before: (other) => other.query('update app_user set active = false where id = $1', [leaving.id]) },
      () => failureOf(changeOwner(side, id, leaving.id)),
    );
    expect(rejected).toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  it('must be an existing user; a change for an unknown contract or a contract of the opposite side is rejected', async () => {
    const id = await makeContract(user, side, material);
    expect(await failureOf(changeOwner(side, id, 987_654_321))).toMatchObject({
      status: 400,
      code: 'USER_NOT_FOUND',
      fields: [{ path: 'user_id' }],
    });
    expect(await read(side, id)).toMatchObject({ ownerId: user.id });
    const other = await makeContract(user, COUNTERPART[side], material);
    for (const missing of [987_654_321, other]) {
      expect(await failureOf(changeOwner(side, missing, colleague.id))).toMatchObject({
        status: 400,
        code: 'CONTRACT_NOT_FOUND',
        fields: [{ path: ID_FIELD[side] }],
      });
    }
    expect(await failureOf(changeOwner(side, 0, colleague.id))).toMatchObject({
      status: 400,
      code: 'FST_ERR_VALIDATION',
    });
  });

  it('cannot be set to a deactivated user, but a deactivated user stays the owner of earlier contracts', async () => {
    const former = await createTestUser(test);
    const theirs = await makeContract(former, side, material);
    const mine = await makeContract(user, side, material);
    await disableUser(former);
    const missing = { status: 400, code: 'USER_NOT_FOUND', fields: [{ path: 'user_id' }] };
    expect(await failureOf(makeContract(user, side, material, { userId: former.id }))).toMatchObject(missing);
    expect(await failureOf(changeOwner(side, mine, former.id))).toMatchObject(missing);
    expect(await failureOf(edit(side, mine, former.id))).toMatchObject(missing);
    expect(await read(side, mine)).toMatchObject({ ownerId: user.id });
    expect(await changeOwner(side, theirs, former.id)).toBe(true);
    await edit(side, theirs, former.id);
    expect(await read(side, theirs)).toMatchObject({ ownerId: former.id });
  });
});

it('the user options with the filter withOwners include a deactivated user who owns a contract', async () => {
  const [former, idle] = [await createTestUser(test), await createTestUser(test)];
  const id = await makeContract(former, 'purchase', material);
  for (const user of [former, idle]) await disableUser(user);
  const offered = async (filter: object) =>
    (await user.call(listUserOptions, { body: { limit: 100, filter } })).list.map(({ value }) => value);
  expect(await offered({})).not.toContain(former.id);
  const owners = await offered({ withOwners: true });
  expect(owners).toEqual(expect.arrayContaining([user.id, former.id]));
  expect(owners).not.toContain(idle.id);
  await changeOwner('purchase', id, user.id);
  expect(await offered({ withOwners: true })).not.toContain(former.id);
});
