import { Avatar, Group, Menu, Stack, Text, UnstyledButton } from '@mantine/core';
import { ROLE_LABELS } from '@spichlerz/shared/words/statuses';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { signOut, useMe } from '../api/session.ts';
import { useScheme } from '../components/use-scheme.ts';
import { confirmAction } from '../ui/dialog/confirm.ts';
import { forgetSearches } from '../ui/list/remembered-search.ts';

export function UserMenu({ isNarrow = false, onNavigate }: { isNarrow?: boolean; onNavigate?: () => void }) {
  const me = useMe();
  const navigate = useNavigate();
  const client = useQueryClient();
  const name = `${me.firstName} ${me.lastName}`;

  const confirmSignOut = () => {
    confirmAction({
      title: 'Wylogować się?',
      message: 'Zakończysz pracę na tym urządzeniu. Niezapisane zmiany w tej karcie zostaną utracone.',
      confirmLabel: 'Wyloguj',
      action: async () => {
        // Telling the server may fail; the person leaves all the same.
        await signOut().catch(() => undefined);
        forgetSearches();
        await navigate({ to: '/login', ignoreBlocker: true });
        client.clear();
      },
    });
  };

  return (
    // What lies over the page covers all that is drawn outside of it. The sidebar stays where it is, so must its menu:
    // the page would scroll for an entry that has the focus.
    <Menu
      position="top-start"
      shadow="md"
      width={240}
      floatingStrategy="fixed"
      withinPortal={onNavigate === undefined}
    >
      <Menu.Target>
        <UnstyledButton
          p={6}
          w={isNarrow ? undefined : '100%'}
          style={{ borderRadius: 7 }}
          aria-label={`Menu użytkownika: ${name}`}
        >
          <Group gap={10} wrap="nowrap">
            <Avatar size={32} radius="xl" color="field" name={name} aria-hidden />
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
      <Menu.Dropdown onKeyDown={closeMenuOnly}>
        <Menu.Item
          leftSection={<IconUserCircle size={16} aria-hidden />}
          onClick={() => {
            onNavigate?.();
            void navigate({ to: '/my-account' });
          }}
        >
          Moje konto
        </Menu.Item>
        <Menu.Label>Wygląd</Menu.Label>
        <Schemes />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={confirmSignOut}>
          Wyloguj
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Escape closes the menu, not what it lies on: the browser itself would close the menu of a small screen. */
function closeMenuOnly(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault();
}

function Schemes() {
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
