import { listAuditEntries } from '@spichlerz/shared/wire/audit-log';
import { changeUser, changeUserAddress, getUser } from '@spichlerz/shared/wire/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let admin: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  admin = await createTestUser(test, 'ADMIN');
});
afterAll(() => test.close());

const auditEntriesOf = async (reader: TestUser, id: number) =>
  (await reader.call(listAuditEntries, { query: { entity: 'user', entityId: id } })).list;

describe('the audit log of a user', () => {
  const home = {
    street: 'Polna',
    buildingNumber: '1',
    postCode: '60-001',
    city: 'Poznań',
    countryCode: 'PL',
  };

  it('has the old and the new value of each changed address field', async () => {
    const user = await createTestUser(test);
    await user.call(changeUserAddress, { params: { id: user.id }, body: home });
    const moved = { ...home, street: 'Leśna', buildingNumber: '7' };
    await admin.call(changeUserAddress, { params: { id: user.id }, body: moved });
    // an unchanged address writes no entry
    await admin.call(changeUserAddress, { params: { id: user.id }, body: moved });
    const entries = await auditEntriesOf(user, user.id);
    expect(entries).toHaveLength(2);
    expect(entries).toMatchObject([
      { action: 'addressChanged', changes: { street: ['Polna', 'Leśna'], buildingNumber: ['1', '7'] } },
      {
        action: 'addressChanged',
        changes: Object.fromEntries(Object.entries(home).map(([name, value]) => [name, [null, value]])),
      },
    ]);
  });

  it('is visible to that user and to an ADMIN, but not to a different user', async () => {
    const [user, otherUser] = [await createTestUser(test), await createTestUser(test)];
    await user.call(changeUserAddress, { params: { id: user.id }, body: home });
    expect(await auditEntriesOf(user, user.id)).toHaveLength(1);
    expect(await auditEntriesOf(admin, user.id)).toHaveLength(1);
    expect(await auditEntriesOf(otherUser, user.id)).toEqual([]);
    const { list } = await otherUser.call(listAuditEntries, { query: { limit: 100 } });
    expect(list.filter(({ entity, entityId }) => entity === 'user' && entityId === user.id)).toEqual([]);
  });
});

it('a form without a gender clears the stored gender of the user', async () => {
  const { id, email } = await createTestUser(test);
  const form = { email, firstName: 'Ewa', lastName: 'Nowa' };
  await admin.call(changeUser, { params: { id }, body: { ...form, gender: 'female' } });
  expect(await admin.call(getUser, { params: { id } })).toMatchObject({ gender: 'female' });
  await admin.call(changeUser, { params: { id }, body: form });
  expect(await admin.call(getUser, { params: { id } })).toMatchObject({ gender: null, role: 'USER' });
});
