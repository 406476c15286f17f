import '../../ui/field/switch.css';
import { Alert, Badge, Button, Group, Paper, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core';
import { endOwnSession, type OwnSession } from '@spichlerz/shared/calls/session';
import { ROLE_LABELS } from '@spichlerz/shared/words/statuses';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useMe } from '../../api/session.ts';
import { ownSessionsQuery } from '../../api/users.ts';
import { AddressForm } from '../../components/field/user-address-form.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { FormSection, FormShell, WideField } from '../../ui/form/form-shell.tsx';
import { useShortcutSwitch } from '../../ui/hooks/use-shortcuts.ts';
import { confirmAction } from '../../ui/overlay/confirm.ts';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { formatDateTime } from '../../words/format.ts';
import { deviceName } from './device-name.ts';
import {
  EMPTY_PASSWORDS,
  PasswordChangeFields,
  useChangePassword,
  usePasswordForm,
} from './password-change.tsx';

/**
 * The user's own data, password, address and sessions. If the password has expired when the page opens, only
 * the password form is shown until the user has changed the password.
 */
export function AccountPage() {
  const me = useMe();
  // the form of the address stays mounted when the password expires, so its unsaved input is kept
  const [wasExpired] = useState(me.passwordExpired);
  return (
    <Page title="Moje konto">
      {me.passwordExpired ? (
        <Alert color="orange" icon={<IconInfoCircle size={18} aria-hidden />} title="Ustaw własne hasło">
          Obecne hasło nadał ktoś inny albo jest zbyt stare. Zmień je, a zobaczysz resztę aplikacji.
        </Alert>
      ) : (
        <OwnData />
      )}
      <PasswordForm />
      {wasExpired && me.passwordExpired ? null : (
        <>
          <AddressForm userId={me.id} />
          <ShortcutSwitch />
          <Sessions />
        </>
      )}
    </Page>
  );
}

function OwnData() {
  const me = useMe();
  const facts = [
    ['Imię', me.firstName],
    ['Nazwisko', me.lastName],
    ['E-mail', me.email],
    ['Rola', ROLE_LABELS[me.role]],
  ] as const;
  return (
    <Paper withBorder p="md">
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 4 }} m={0}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" fz="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Paper>
  );
}

/**
 * Lets the user switch off single-key shortcuts, which speech input or a tremor can trigger
 * by accident (WCAG 2.1.4).
 */
function ShortcutSwitch() {
  const { areOn, setOn } = useShortcutSwitch();
  return (
    <FormSection title="Skróty klawiszowe">
      <WideField>
        <Switch
          label="Skróty jednym klawiszem"
          description="Klawisz ? pokazuje ich listę. Ustawienie dotyczy tej przeglądarki."
          checked={areOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
      </WideField>
    </FormSection>
  );
}

function PasswordForm() {
  const form = usePasswordForm();
  const changePassword = useChangePassword();
  const wasExpired = useMe().passwordExpired;
  const navigate = useNavigate();
  return (
    <FormShell
      form={form}
      isPart
      saveLabel="Zmień hasło"
      onCancel={() => form.reset(EMPTY_PASSWORDS)}
      onSave={changePassword}
      onSaved={() => {
        form.reset(EMPTY_PASSWORDS);
        if (wasExpired) void navigate({ to: '/positions' });
        notifySuccess('Pozostałe urządzenia zostały wylogowane.', 'Zmieniono hasło');
      }}
    >
      <FormSection title="Zmiana hasła" columns={3}>
        <PasswordChangeFields form={form} />
      </FormSection>
    </FormShell>
  );
}

function Sessions() {
  const query = useQuery(ownSessionsQuery);
  const client = useQueryClient();
  const end = (session: OwnSession) => {
    confirmAction({
      title: 'Wylogować urządzenie?',
      message: `${deviceName(session.device)}, ostatnio używane ${formatDateTime(session.lastUsedAt)}, zostanie wylogowane.`,
      confirmLabel: 'Wyloguj',
      danger: true,
      action: async () => {
        await call(endOwnSession, { body: { sessionId: session.id } });
        await client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
        notifySuccess('Wylogowano urządzenie.');
      },
    });
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="own-sessions">
      <Title order={2} fz={15} mb="sm" id="own-sessions">
        Aktywne sesje
      </Title>
      <QueryBoundary query={query}>
        {(sessions) => (
          <Stack gap="sm">
            {sessions.map((session) => (
              <Group key={session.id} justify="space-between" gap="sm">
                <div>
                  <Group gap="xs">
                    <Text fw={500}>{deviceName(session.device)}</Text>
                    {session.isCurrent ? <Badge color="field">To urządzenie</Badge> : null}
                  </Group>
                  <Text fz="sm" c="dimmed">
                    Ostatnio używane {formatDateTime(session.lastUsedAt)}, zalogowane{' '}
                    {formatDateTime(session.createdAt)}
                  </Text>
                </div>
                {session.isCurrent ? null : (
                  <Button variant="default" size="compact-sm" onClick={() => end(session)}>
                    Wyloguj
                  </Button>
                )}
              </Group>
            ))}
          </Stack>
        )}
      </QueryBoundary>
    </Paper>
  );
}
