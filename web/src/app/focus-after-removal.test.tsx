import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useFirstField } from '../ui/form/use-first-field.ts';
import { useFocusAfterRemoval } from './focus-after-removal.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Shell() {
  const page = useRef<HTMLElement>(null);
  useFocusAfterRemoval(page);
  return (
    <>
      <Link to="/users">Menu</Link>
      <main ref={page} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

function Form() {
  const form = useRef<HTMLFormElement>(null);
  useFirstField(form, true);
  return (
    <form ref={form}>
      <input aria-label="Nazwa" />
      <Link to="/users">Zapisz</Link>
    </form>
  );
}

function List() {
  const [rows, setRows] = useState(['Nowak', 'Kowal']);
  useEffect(() => {
    const removeFirst = () => setRows((shown) => shown.slice(1));
    document.addEventListener('change-of-colleague', removeFirst);
    return () => document.removeEventListener('change-of-colleague', removeFirst);
  }, []);
  return (
    <>
      <Link to="/user/create">Dodaj</Link>
      {rows.length > 0 ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- like the scrollable region of a table
        <section aria-label="Lista" tabIndex={0}>
          {rows.map((row) => (
            <button key={row} type="button">
              {row}
            </button>
          ))}
        </section>
      ) : null}
    </>
  );
}

function openList(): void {
  const root = createRootRoute({ component: Shell });
  const list = createRoute({
    getParentRoute: () => root,
    path: '/users',
    component: List,
  });
  const form = createRoute({ getParentRoute: () => root, path: '/user/create', component: Form });
  const router = createRouter({
    history: createMemoryHistory({ initialEntries: ['/users'] }),
    routeTree: root.addChildren([list, form]),
  });
  render(<RouterProvider router={router as never} />);
}

/** A colleague's change removes the first row of the list. */
const removeFirstRow = () => act(() => void document.dispatchEvent(new Event('change-of-colleague')));

/** Presses Enter on a link. */
async function follow(name: string): Promise<void> {
  (await screen.findByRole('link', { name })).focus();
  await userEvent.keyboard('{Enter}');
}

test('the page gets the focus when a navigation removes the focused element', async () => {
  openList();
  await follow('Dodaj');
  await screen.findByRole('textbox', { name: 'Nazwa' });
  await follow('Zapisz');
  await screen.findByRole('link', { name: 'Dodaj' });
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('when a colleague removes the focused row, the list gets the focus; when no row is left, the page gets the focus', async () => {
  openList();
  (await screen.findByRole('button', { name: 'Nowak' })).focus();
  removeFirstRow();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Lista' })));
  screen.getByRole('button', { name: 'Kowal' }).focus();
  removeFirstRow();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

test('when a navigation opens a form, the first field of the form keeps the focus', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  openList();
  await follow('Dodaj');
  expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'Nazwa' }));
});

test('on a device without a keyboard, a new form does not focus its first field', async () => {
  const keyboard = '(hover: hover) and (pointer: fine)';
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query !== keyboard }) as MediaQueryList,
  );
  openList();
  await follow('Dodaj');
  await screen.findByRole('textbox', { name: 'Nazwa' });
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('an element that stays on the screen during the navigation, such as a menu entry, keeps the focus', async () => {
  openList();
  await follow('Dodaj');
  await screen.findByRole('textbox', { name: 'Nazwa' });
  await follow('Menu');
  await screen.findByRole('link', { name: 'Dodaj' });
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Menu' }));
});
