import { Menu } from '@mantine/core';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { LazyMenu } from './lazy-menu.tsx';

afterEach(cleanup);

const button = () => screen.findByRole('button', { name: 'Akcje' });
/** Mantine gives the target of a prepared menu an id, which labels the menu. */
const isPrepared = async () => (await button()).id !== '';

function renderMenu() {
  renderInApp(() => (
    <LazyMenu menu={{ position: 'bottom' }} content="Akcje">
      {() => (
        <Menu.Dropdown>
          <Menu.Item>Edytuj</Menu.Item>
        </Menu.Dropdown>
      )}
    </LazyMenu>
  ));
}

test('hovering mounts a closed menu, a click opens the menu, and Escape returns the focus to the menu button', async () => {
  renderMenu();
  await userEvent.hover(await button());
  expect(await isPrepared()).toBe(true);
  expect(screen.queryByRole('menuitem', { hidden: true })).toBeNull();
  await userEvent.click(await button());
  expect(await screen.findByRole('menuitem', { name: 'Edytuj', hidden: true })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(await button());
});

test('the closed menu is unmounted when the mouse leaves the menu button without a click', async () => {
  renderMenu();
  await userEvent.hover(await button());
  await userEvent.unhover(await button());
  expect(await isPrepared()).toBe(false);
});

test('a focused menu button keeps the focus while the mouse moves over it', async () => {
  renderMenu();
  const focused = await button();
  focused.focus();
  await userEvent.hover(focused);
  await userEvent.unhover(focused);
  expect(document.activeElement).toBe(focused);
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('menuitem', { name: 'Edytuj', hidden: true })).toBeTruthy();
});
