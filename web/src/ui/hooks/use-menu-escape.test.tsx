import { Menu } from '@mantine/core';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { LazyMenu } from '../overlay/lazy-menu.tsx';
import { useMenuEscape } from './use-menu-escape.ts';

afterEach(cleanup);

const dropdown = () => (
  <Menu.Dropdown>
    <Menu.Item>Edytuj</Menu.Item>
  </Menu.Dropdown>
);

const MENUS = {
  'the lazy menu of a row': () => (
    <LazyMenu menu={{ position: 'bottom' }} content="Akcje">
      {dropdown}
    </LazyMenu>
  ),
  'a menu of the page': () => (
    <Menu>
      <Menu.Target>
        <button type="button">Akcje</button>
      </Menu.Target>
      {dropdown()}
    </Menu>
  ),
};

test.each(Object.entries(MENUS))(
  'Escape closes %s while the focus is still on the menu button',
  async (_name, menu) => {
    const Screen = () => {
      useMenuEscape();
      return menu();
    };
    renderInApp(() => <Screen />);
    fireEvent.click(await screen.findByRole('button', { name: 'Akcje' }));
    const button = screen.getByRole('button', { name: 'Akcje' });
    expect(button.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(button, { key: 'Escape' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  },
);
