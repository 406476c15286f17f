import { Anchor, Kbd, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useShortcutSwitch } from '../ui/hooks/use-shortcuts.ts';
import { Dialog } from '../ui/overlay/dialog.tsx';

const KEYS: readonly (readonly [string, readonly string[]])[] = [
  ['Szukaj w całej aplikacji', ['Ctrl', 'K']],
  ['Szukaj na liście', ['/']],
  ['Następny i poprzedni wiersz', ['j', 'k']],
  ['Otwórz wiersz', ['Enter']],
  ['Edytuj wiersz lub kontrakt', ['e']],
  ['Zmień status wiersza lub kontraktu', ['s']],
  ['Zaznacz wiersz', ['Spacja']],
  ['Nowy kontrakt, kontrahent, surowiec, użytkownik', ['n']],
  ['Odznacz wiersze, a bez zaznaczonych wróć do listy', ['Esc']],
  ['Pozycje', ['g', 'p']],
  ['Kontrakty sprzedaży', ['g', 's']],
  ['Kontrakty zakupu', ['g', 'z']],
  ['Logistyka', ['g', 'l']],
  ['Ta lista skrótów', ['?']],
];

/** The list of all keys. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { areOn } = useShortcutSwitch();
  return (
    <Dialog title="Skróty klawiszowe" onClose={onClose} size="md">
      <Stack gap="sm">
        <Table verticalSpacing={6}>
          <Table.Tbody>
            {KEYS.map(([label, keys]) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={400}>
                  {label}
                </Table.Th>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  {keys.map((key, index) => (
                    <Fragment key={key}>
                      {index > 0 ? ' ' : null}
                      <Kbd>{key}</Kbd>
                    </Fragment>
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text fz="sm" c="dimmed">
          {areOn ? 'Pojedyncze klawisze wyłączysz' : 'Pojedyncze klawisze są wyłączone. Włączysz je'} na
          stronie{' '}
          <Anchor
            fz="sm"
            renderRoot={(props: object) => <Link {...props} to="/my-account" onClick={onClose} />}
          >
            Moje konto
          </Anchor>
          .
        </Text>
      </Stack>
    </Dialog>
  );
}
