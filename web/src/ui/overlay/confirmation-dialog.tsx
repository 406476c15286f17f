import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useExplain } from '../errors.ts';
import { UI_TEXTS } from '../texts.ts';
import { type PendingConfirmation, useConfirmations } from './confirm.ts';
import { TopDialog } from './top-dialog.tsx';

function ConfirmationDialog({ options, action, close }: PendingConfirmation) {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const explain = useExplain();

  // a running action cannot be cancelled and may still fail with an error
  const cancel = isRunning ? undefined : () => close(false);
  const run = () => {
    if (isRunning) return;
    setRunning(true);
    setFailure(null);
    action().then(
      () => close(true),
      (error: unknown) => {
        setFailure(explain(error).message);
        setRunning(false);
      },
    );
  };

  return (
    <TopDialog title={options.title} closeLabel={UI_TEXTS.closeWindow} onClose={cancel}>
      <Stack gap="lg">
        {typeof options.message === 'string' ? <Text>{options.message}</Text> : options.message}
        {failure === null ? null : (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={cancel}
            disabled={isRunning}
            data-autofocus={options.danger || undefined}
          >
            {options.cancelLabel ?? UI_TEXTS.cancel}
          </Button>
          <Button
            color={options.danger ? 'red' : undefined}
            onClick={run}
            loading={isRunning}
            data-autofocus={options.danger ? undefined : true}
          >
            {options.confirmLabel ?? UI_TEXTS.confirm}
          </Button>
        </Group>
      </Stack>
    </TopDialog>
  );
}

/** Renders the dialogs of requestConfirmation and confirmAction above everything else. */
export function Confirmations() {
  return useConfirmations().map(({ id, ...confirmation }) => (
    <ConfirmationDialog key={id} {...confirmation} />
  ));
}
