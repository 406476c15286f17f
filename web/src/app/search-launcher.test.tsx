import { Menu, Popover } from '@mantine/core';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { meQuery } from '../api/session.ts';
import { renderInApp } from '../testing/render-in-app.tsx';
import { LazyMenu } from '../ui/overlay/lazy-menu.tsx';
import { SearchLauncher } from './search-launcher.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const BUTTON = 'Zmień status';

const OPENED = {
  'a menu': () => (
    <LazyMenu menu={{ position: 'bottom' }} content={BUTTON}>
      {() => (
        <Menu.Dropdown>
          <Menu.Item>Zamknięty</Menu.Item>
        </Menu.Dropdown>
      )}
    </LazyMenu>
  ),
  'a panel': () => (
    <Popover returnFocus>
      <Popover.Target>
        <button type="button">{BUTTON}</button>
      </Popover.Target>
      <Popover.Dropdown>
        <button type="button">Zamknięty</button>
      </Popover.Dropdown>
    </Popover>
  ),
};

test.each(Object.entries(OPENED))(
  'Ctrl+K closes %s, the search keeps the focus while the user types, and Escape returns the focus to the button',
  async (_name, opened) => {
    renderInApp(
      () => (
        <main>
          {opened()}
          <SearchLauncher />
        </main>
      ),
      (client) => client.setQueryData(meQuery.queryKey, { id: 1, role: 'ADMIN' } as never),
    );
    // Hovering replaces the button of a lazy menu, so the button is found again before the click.
    await userEvent.hover(await screen.findByRole('button', { name: BUTTON }));
    await userEvent.click(screen.getByRole('button', { name: BUTTON }));
    (await screen.findByText('Zamknięty')).closest('button')?.focus();
    await userEvent.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Szukany tekst' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.queryByText('Zamknięty')).toBeNull();
    const slowUser = userEvent.setup({ delay: 20 });
    await slowUser.keyboard('0019');
    expect(field.value).toBe('0019');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const button = screen.getByRole('button', { name: BUTTON });
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(button.getAttribute('aria-expanded')).toBe('false');
  },
);
