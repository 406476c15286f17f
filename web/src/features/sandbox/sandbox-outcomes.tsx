import { Alert, Button, EmptyState, Notification, Paper, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconMoodEmpty, IconX } from '@tabler/icons-react';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { Warning } from '../../components/warning.tsx';
import { FailedState } from '../../ui/table/list-outcome.tsx';
import { UI_TEXTS } from '../../ui/texts.ts';

const nothing = () => undefined;
const closing = { 'aria-label': UI_TEXTS.closeNotification };

/** Messages of the application: notifications, warnings, empty lists, failures, loading. */
export function SandboxOutcomes() {
  return (
    <Stack gap="md">
      <Stack gap="xs" maw={420}>
        <Notification
          withBorder
          color="field"
          icon={<IconCheck size={18} aria-hidden />}
          title="Zapisano kontrakt"
          closeButtonProps={closing}
        >
          Z/2026/0001
        </Notification>
        <Notification
          withBorder
          color="orange"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          closeButtonProps={closing}
        >
          Odbiorca wymaga GMP, a transport go nie ma.
        </Notification>
        <Notification
          withBorder
          color="red"
          icon={<IconX size={18} aria-hidden />}
          title="Nie udało się zapisać"
          closeButtonProps={closing}
        >
          Brak połączenia z serwerem. Sprawdź internet i spróbuj ponownie.
        </Notification>
      </Stack>
      <Warning>Ilość przekracza nominalną ilość kontraktu, ale mieści się w tolerancji.</Warning>
      <Alert color="blue" icon={<IconInfoCircle size={18} aria-hidden />} title="Informacja">
        Jest nowa wersja Spichlerza. Odśwież stronę, gdy skończysz to, co robisz.
      </Alert>
      <Paper withBorder p="xl">
        <EmptyState
          icon={<IconMoodEmpty size={36} stroke={1.5} />}
          title="Nie ma jeszcze kontraktów zakupu"
          description="Dodaj pierwszy kontrakt, żeby zacząć."
        >
          <EmptyState.Actions>
            <Button>Dodaj kontrakt</Button>
          </EmptyState.Actions>
        </EmptyState>
      </Paper>
      <FailedState error={new Error('offline')} onRetry={nothing} />
      <QueryBoundary query={{ data: undefined, error: null, refetch: nothing }}>{() => null}</QueryBoundary>
    </Stack>
  );
}
