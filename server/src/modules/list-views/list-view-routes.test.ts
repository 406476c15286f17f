import {
  changeListView,
  createListView,
  deleteListView,
  getListView,
  getStartView,
  listViews,
  setStartView,
} from '@spichlerz/shared/wire/list-views';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { failureOf } from '../../testing/call.ts';
import { createTestUser, type TestUser } from '../../testing/test-user.ts';

let test: TestApp;
let user: TestUser;
let colleague: TestUser;
let admin: TestUser;

beforeAll(async () => {
  test = await startTestApp();
  user = await createTestUser(test);
  colleague = await createTestUser(test);
  admin = await createTestUser(test, 'ADMIN');
});
afterAll(() => test.close());

const LIST = '/logistics';
const form = (name: string, isShared = false) => ({
  list: LIST,
  name,
  isShared,
  address: '/logistics?status=ON_THE_WAY&status=WAITING&sort=date_loading.asc',
  columnOrder: ['carrier', 'quantity'],
  hiddenColumns: ['comment'],
  isDense: true,
});
const create = async (owner: TestUser, name: string, isShared = false) =>
  (await owner.call(createListView, { body: form(name, isShared) })).id;
const namesOf = async (reader: TestUser) =>
  (await reader.call(listViews, { query: { list: LIST } })).list.map(({ name }) => name);

it('a view stores its filters and columns, and is visible to other users after its owner shares it', async () => {
  const id = await create(user, 'W drodze');
  expect(await user.call(getListView, { params: { id } })).toEqual({
    ...form('W drodze'),
    id,
    owner: { id: user.id, name: expect.stringMatching(/^Jan Testowy/) as string },
    version: 1,
  });
  expect(await namesOf(user)).toEqual(['W drodze']);
  expect(await namesOf(colleague)).toEqual([]);
  const hidden = { status: 404, code: 'NOT_FOUND' };
  expect(await failureOf(colleague.call(getListView, { params: { id } }))).toMatchObject(hidden);
  expect(await failureOf(colleague.call(deleteListView, { params: { id } }))).toMatchObject(hidden);

  const shared = { ...form('W drodze dziś', true), columnOrder: [], hiddenColumns: [], version: 1 };
  await user.call(changeListView, { params: { id }, body: shared });
  expect(await colleague.call(getListView, { params: { id } })).toMatchObject({
    name: 'W drodze dziś',
    columnOrder: [],
    hiddenColumns: [],
    version: 2,
  });
  expect(await failureOf(user.call(changeListView, { params: { id }, body: shared }))).toMatchObject({
    status: 409,
    code: 'CONFLICT',
  });
  expect((await user.call(listViews, { query: { list: '/allocations' } })).list).toEqual([]);
});

it('a shared view can be changed by its owner and by an administrator, but not by a colleague', async () => {
  const id = await create(user, 'Dla wszystkich', true);
  const body = form('Moja', true);
  const forbidden = { status: 403, code: 'FORBIDDEN' };
  expect(await failureOf(colleague.call(changeListView, { params: { id }, body }))).toMatchObject(forbidden);
  expect(await failureOf(colleague.call(deleteListView, { params: { id } }))).toMatchObject(forbidden);
  await admin.call(changeListView, { params: { id }, body });
  expect(await admin.call(getListView, { params: { id } })).toMatchObject({ owner: { id: user.id } });
  await admin.call(deleteListView, { params: { id } });
  expect(await failureOf(user.call(getListView, { params: { id } }))).toMatchObject({ status: 404 });
});

it('the views of one owner in one list must have different names; the address of a view must be a path', async () => {
  await create(user, 'Pszenica');
  await create(colleague, 'Pszenica');
  expect(await failureOf(create(user, 'PSZENICA'))).toMatchObject({
    status: 409,
    code: 'NAME_IS_DUPLICATED',
    fields: [{ path: 'name' }],
  });
  for (const address of ['https://example.test/', '//example.test', '/\\example.test', 'logistics'])
    expect(
      await failureOf(user.call(createListView, { body: { ...form('Obcy adres'), address } })),
    ).toMatchObject({ status: 400, fields: [{ path: 'address', code: 'VALUE_IS_WRONG' }] });
});

it('the start view must be visible to the user, and is reset when that view is deleted or no longer shared', async () => {
  const own = await create(user, 'Start');
  const shared = await create(colleague, 'Start zespołu', true);
  const setStart = (viewId: number | null) => user.call(setStartView, { body: { viewId } });
  const startOf = async () => (await user.call(getStartView, {})).view?.id ?? null;
  expect(await startOf()).toBeNull();
  await setStart(own);
  expect(await startOf()).toBe(own);
  expect((await user.call(listViews, { query: {} })).startViewId).toBe(own);
  await setStart(shared);
  await colleague.call(changeListView, { params: { id: shared }, body: form('Start zespołu') });
  expect(await startOf()).toBeNull();
  expect((await user.call(listViews, { query: {} })).startViewId).toBeNull();
  expect(await failureOf(setStart(shared))).toMatchObject({
    status: 400,
    fields: [{ path: 'view_id', code: 'VALUE_IS_WRONG' }],
  });
  await setStart(own);
  await user.call(deleteListView, { params: { id: own } });
  expect(await startOf()).toBeNull();
  await setStart(null);
});
