import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useExplain } from '../explain.ts';
import { UI_TEXTS } from '../texts.ts';
import type { Asked } from './question.ts';
import { TopDialog } from './top-dialog.tsx';

export function ConfirmationDialog({ question, action, close }: Asked) {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const explain = useExplain();

  // what runs is seen through: it may still fail, and say why
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
    <TopDialog title={question.title} closeLabel={UI_TEXTS.closeWindow} onClose={cancel}>
      <Stack gap="lg">
        {typeof question.message === 'string' ? <Text>{question.message}</Text> : question.message}
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
            data-autofocus={question.danger || undefined}
          >
            {question.cancelLabel ?? UI_TEXTS.cancel}
          </Button>
          <Button
            color={question.danger ? 'red' : undefined}
            onClick={run}
            loading={isRunning}
            data-autofocus={question.danger ? undefined : true}
          >
            {question.confirmLabel ?? UI_TEXTS.confirm}
          </Button>
        </Group>
      </Stack>
    </TopDialog>
  );
}
