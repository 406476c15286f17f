import { Menu } from '@mantine/core';
import type { ListView } from '@spichlerz/shared/wire/list-views';
import type { QueryClient } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { onFailedCall } from '../../api/call.ts';
import { listViewQuery } from '../../api/list-views.ts';
import { meQuery } from '../../api/session.ts';
import { errorReply, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import type { ColumnSettings } from '../../ui/table/use-columns.ts';
import { ListViewProvider } from './shown-view.tsx';
import { ViewDialog } from './view-dialog.tsx';
import { ViewsMenu } from './views-menu.tsx';
import { ViewsMenuItems } from './views-menu-items.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  onFailedCall(() => undefined);
});

const VIEW: ListView = {
  id: 4,
  list: '/logistics',
  name: 'Do wysłania',
  isShared: true,
  address: '/logistics?status=NEW',
  columnOrder: [],
  hiddenColumns: [],
  isDense: false,
  owner: { id: 1, name: 'Anna Nowak' },
  version: 1,
};
const STATE = {
  list: '/logistics',
  address: '/logistics?status=WAITING',
  columnOrder: [],
  hiddenColumns: [],
  isDense: false,
};
const ignore = () => undefined;
/** The view as another user has saved it. */
const THEIRS = { ...VIEW, address: '/logistics?status=ON_THE_WAY', version: 2 };
const wireOf = ({ columnOrder, hiddenColumns, isDense, isShared, ...view }: ListView) => ({
  ...view,
  is_shared: isShared,
  column_order: columnOrder,
  hidden_columns: hiddenColumns,
  is_dense: isDense,
});

/** Stubs a server with this stored view. Null means that the view is deleted. */
const stubViews = (stored: ListView | null) =>
  stubApi(({ method, url, body }) => {
    if (url.startsWith('/list-view/list'))
      return successReply({ list: stored === null ? [] : [wireOf(stored)], start_view_id: null });
    if (stored === null) return errorReply(404, 'NOT_FOUND');
    if (method === 'GET') return successReply(wireOf(stored));
    return (body as ListView).version === stored.version ? successReply(true) : errorReply(409, 'CONFLICT');
  });

/** Renders the menu of a view with unsaved changes. The screen has loaded the view before. */
function openMenu(view: ListView, invalidated: unknown[]) {
  renderInApp(
    () => (
      <Menu opened>
        <Menu.Target>
          <button type="button">Widok</button>
        </Menu.Target>
        <Menu.Dropdown>
          <ViewsMenuItems state={STATE} view={view} isChanged restoreColumns={ignore} onOpenDialog={ignore} />
        </Menu.Dropdown>
      </Menu>
    ),
    (client) => {
      client.setQueryData(meQuery.queryKey, { id: 1, role: 'USER' } as never);
      client.setQueryData(listViewQuery(view.id).queryKey, view);
      client.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.state.isInvalidated) invalidated.push(query.queryKey);
      });
    },
  );
}

const choose = async (name: string) =>
  userEvent.click(await screen.findByRole('menuitem', { name, hidden: true }));
const saveView = () => userEvent.click(screen.getByRole('button', { name: 'Zapisz widok', hidden: true }));

test('saving a view that another user has changed shows a warning and loads the view again', async () => {
  stubViews(THEIRS);
  const invalidated: unknown[] = [];
  openMenu(VIEW, invalidated);
  await choose('Zapisz zmiany w widoku');
  expect((await screen.findByRole('alert')).textContent).toContain('Ktoś zmienił ten widok w międzyczasie.');
  expect(invalidated).toContainEqual(['list-view', 'record', 4]);
});

test('saving a view that another user has deleted loads the view again and does not report a failed call', async () => {
  stubViews(null);
  const failures = vi.fn<() => void>();
  onFailedCall(failures);
  const invalidated: unknown[] = [];
  openMenu(VIEW, invalidated);
  await choose('Zapisz zmiany w widoku');
  await waitFor(() => expect(invalidated).toContainEqual(['list-view', 'record', 4]));
  expect(failures).not.toHaveBeenCalled();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a renamed view keeps the filters that another user has saved', async () => {
  const sent = stubViews(THEIRS);
  renderInApp(() => <ViewDialog state={STATE} view={VIEW} onClose={ignore} />);
  await userEvent.type(await screen.findByLabelText(/^Nazwa/), '!');
  await saveView();
  await screen.findByText('Zapisano widok');
  expect(sent.at(-1)?.body).toMatchObject({ name: 'Do wysłania!', address: THEIRS.address, version: 2 });
});

test('a view that another user has made private stays private when it is renamed', async () => {
  const sent = stubViews({ ...THEIRS, isShared: false });
  renderInApp(() => <ViewDialog state={STATE} view={VIEW} onClose={ignore} />);
  await userEvent.type(await screen.findByLabelText(/^Nazwa/), '!');
  await saveView();
  await screen.findByText('Dla wszystkich: było tak, jest nie.');
  await screen.findByText(/^Nie udało się zapisać\. Ktoś zmienił te dane w międzyczasie/);
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
  expect(screen.getByLabelText<HTMLInputElement>(/^Nazwa/).value).toBe('Do wysłania!');
  await saveView();
  await screen.findByText('Zapisano widok');
  expect(sent.at(-1)?.body).toMatchObject({ name: 'Do wysłania!', is_shared: false, version: 2 });
});

test('when two users rename a view, the later save is rejected and shows the stored name', async () => {
  const sent = stubViews({ ...THEIRS, name: 'Na jutro' });
  renderInApp(() => <ViewDialog state={STATE} view={VIEW} onClose={ignore} />);
  await userEvent.type(await screen.findByLabelText(/^Nazwa/), '!');
  await saveView();
  await screen.findByText('Nazwa: było Do wysłania, jest Na jutro, w formularzu zostaje Twój wpis.');
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Wczytaj aktualne dane', hidden: true }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Nazwa/).value).toBe('Na jutro');
});

/**
 * Opens the dialog of the saved view that the list shows, and types a name. Another user then deletes the view.
 */
async function renameDeletedView() {
  let router: AnyRouter | undefined;
  let client: QueryClient | undefined;
  stubViews(VIEW);
  const columns = { preferences: { order: [], hidden: [] }, restore: ignore } as unknown as ColumnSettings;
  renderInApp(
    () => {
      router = useRouter();
      return (
        <ListViewProvider>
          <ViewsMenu list="/logistics" columns={columns} />
        </ListViewProvider>
      );
    },
    (created) => {
      client = created;
      created.setQueryData(meQuery.queryKey, { id: 1, role: 'USER' } as never);
    },
  );
  await screen.findByRole('button', { name: 'Widoki' });
  await act(() => router?.navigate({ to: '.', search: { view: VIEW.id, status: 'NEW' } } as never));
  await userEvent.click(await screen.findByRole('button', { name: /^Widok: Do wysłania/ }));
  await choose('Zmień nazwę lub dostęp');
  await userEvent.type(await screen.findByLabelText(/^Nazwa/), '!');
  stubViews(null);
  return {
    search: () => router?.state.location.search as unknown,
    refetchView: () => act(() => client?.refetchQueries({ queryKey: listViewQuery(VIEW.id).queryKey })),
  };
}

const messages = () =>
  [...screen.queryAllByRole('alert'), ...screen.queryAllByRole('status')].map(
    ({ textContent }) => textContent,
  );

test('renaming a deleted view closes the dialog, shows one message and removes the view from the URL', async () => {
  const { search } = await renameDeletedView();
  await saveView();
  await screen.findByText(/^Tego widoku już nie ma: usunięto go albo przestano go udostępniać\./);
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
  expect(messages()).toHaveLength(1);
  expect(search()).toEqual({ status: 'NEW' });
});

test('a view that is deleted while the user renames it is removed from the URL without a prompt about unsaved changes', async () => {
  const { search, refetchView } = await renameDeletedView();
  await refetchView();
  await screen.findByText(/^Tego widoku już nie ma: usunięto go albo przestano go udostępniać\./);
  await waitFor(() => expect(search()).toEqual({ status: 'NEW' }));
  expect(screen.queryByText('Porzucić zmiany?')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Zmień widok', hidden: true })).toBeTruthy();
  await saveView();
  expect(await screen.findAllByText(/^Tego widoku już nie ma:/)).not.toEqual([]);
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
});
