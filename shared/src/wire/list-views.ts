import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { flag, id, pathId, text, withCode } from './field.ts';

/* Saved views: named states of lists. The web writes and reads the state; the server only stores it. */

const tag = 'List views';

export const VIEW_NAME_MAX = 60;
/** The largest length of an address with its filters, and of a list of columns. */
const ADDRESS_MAX = 4_000;
const COLUMNS_MAX = 100;

const columnIds = () => z.array(text(60)).max(COLUMNS_MAX);

/**
 * A path of this application, with or without search parameters. A path that begins with `//` or `/\` is
 * rejected, because browsers read it as another host.
 */
const address = (max: number) =>
  text(max).refine((path) => /^\/(?![/\\])/.test(path), withCode('VALUE_IS_WRONG'));

const viewFields = {
  list: address(100).describe('The path of the list in the menu, such as /logistics.'),
  name: text(VIEW_NAME_MAX),
  isShared: flag().describe('Whether all users see the view.'),
  address: address(ADDRESS_MAX).describe('The path of the list with its filters and order.'),
  columnOrder: columnIds(),
  hiddenColumns: columnIds(),
  isDense: flag(),
};

const body = z.object({ ...viewFields, version: z.int().optional() });
export type ListViewForm = z.output<typeof body>;

const view = z.object({
  ...viewFields,
  id: id(),
  owner: z.object({ id: id(), name: z.string() }),
  version: z.int(),
});
export type ListView = z.output<typeof view>;

export const listViews = endpoint({
  method: 'GET',
  path: '/list-view/list',
  access: 'user',
  tag,
  summary: "Returns the user's own views and those shared with all users, by name.",
  query: z.strictObject({ list: address(100).optional() }),
  reply: z.object({ list: z.array(view), startViewId: id().nullable() }),
});

export const getListView = endpoint({
  method: 'GET',
  path: '/list-view/:id',
  access: 'user',
  tag,
  summary: 'Returns a view of the user or one that is shared.',
  params: pathId(),
  reply: view,
});

export const createListView = endpoint({
  method: 'POST',
  path: '/list-view/create',
  access: 'user',
  tag,
  summary: 'Saves the state of a list under a name.',
  body,
  reply: z.object({ id: id() }),
  creates: true,
});

export const changeListView = endpoint({
  method: 'PUT',
  path: '/list-view/update/:id',
  access: 'user',
  tag,
  summary: 'Changes a view. Its owner and administrators may.',
  params: pathId(),
  body,
  reply: z.literal(true),
});

export const deleteListView = endpoint({
  method: 'DELETE',
  path: '/list-view/delete/:id',
  access: 'user',
  tag,
  summary: 'Deletes a view. Its owner and administrators may.',
  params: pathId(),
  reply: z.literal(true),
});

export const getStartView = endpoint({
  method: 'GET',
  path: '/list-view/start',
  access: 'user',
  tag,
  summary: 'Returns the view that the user starts with after the sign-in.',
  reply: z.object({ view: view.nullable() }),
});

export const setStartView = endpoint({
  method: 'PUT',
  path: '/list-view/start',
  access: 'user',
  tag,
  summary: 'Sets the view that the user starts with; without one the positions open.',
  body: z.object({ viewId: id().nullable().optional() }),
  reply: z.literal(true),
});
