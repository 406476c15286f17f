import { Group, Kbd, Menu, Stack, Text, UnstyledButton } from '@mantine/core';
import { ROLE_LABELS } from '@spichlerz/shared/words/statuses';
import { IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { signOut, useMe } from '../api/session.ts';
import { useScheme } from '../components/use-scheme.ts';
import { confirmAction } from '../ui/overlay/confirm.ts';
import { clearStoredSearches } from '../ui/table/stored-search.ts';
import classes from './layout.module.css';
import { openShortcutHelp } from './shortcuts.tsx';

export function UserMenu({ isNarrow = false, onNavigate }: { isNarrow?: boolean; onNavigate?: () => void }) {
  const me = useMe();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const name = `${me.firstName} ${me.lastName}`;

  const confirmSignOut = () => {
    confirmAction({
      title: 'Wylogować się?',
      message: 'Zakończysz pracę na tym urządzeniu. Niezapisane zmiany w tej karcie zostaną utracone.',
      confirmLabel: 'Wyloguj',
      action: async () => {
        // A list that is still loading would get a 401 after the session has ended.
        await client.cancelQueries();
        // The call may fail; the user is signed out of this browser anyway.
        await signOut().catch(() => undefined);
        clearStoredSearches();
        await navigate({ to: '/login', ignoreBlocker: true });
        client.clear();
      },
    });
  };

  /** Escape closes the menu and not the drawer below it, which the browser would close. */
  const closeOnlyMenu = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    setIsOpen(false);
  };

  return (
    // In the drawer the menu must be a child of the drawer, because a modal drawer makes everything outside it
    // inert. In the sidebar, which has a fixed position, the menu must be fixed too: otherwise the page would
    // scroll to a focused entry.
    <Menu
      position="top-start"
      shadow="md"
      width={240}
      floatingStrategy="fixed"
      withinPortal={onNavigate === undefined}
      opened={isOpen}
      onChange={setIsOpen}
      closeOnEscape={false}
    >
      <Menu.Target>
        <UnstyledButton
          p={6}
          w={isNarrow ? undefined : '100%'}
          style={{ borderRadius: 7 }}
          aria-label={`Menu użytkownika: ${name}`}
        >
          <Group gap={10} wrap="nowrap">
            <span className={classes.initials} aria-hidden>
              {me.firstName.charAt(0)}
              {me.lastName.charAt(0)}
            </span>
            {isNarrow ? null : (
              <Stack gap={0} miw={0}>
                <Text fz="sm" fw={600} truncate>
                  {name}
                </Text>
                <Text fz="xs" c="dimmed" truncate>
                  {ROLE_LABELS[me.role]}
                </Text>
              </Stack>
            )}
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown onKeyDownCapture={closeOnlyMenu}>
        <Menu.Item
          leftSection={<IconUserCircle size={16} aria-hidden />}
          onClick={() => {
            onNavigate?.();
            void navigate({ to: '/my-account' });
          }}
        >
          Moje konto
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={16} aria-hidden />}
          rightSection={
            <Kbd size="xs" aria-hidden>
              ?
            </Kbd>
          }
          onClick={() => {
            onNavigate?.();
            openShortcutHelp();
          }}
        >
          Skróty klawiszowe
        </Menu.Item>
        <Menu.Label>Wygląd</Menu.Label>
        <ColorSchemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={confirmSignOut}>
          Wyloguj
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ColorSchemeItems() {
  const { data, ...chosen } = useScheme();
  return (
    <Menu.RadioGroup {...chosen}>
      {data.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
