import './modal.css';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useExplain } from '../explain.ts';
import { notifyError } from '../notify.tsx';
import { UI_WORDS } from '../words.ts';
import { useFocusReturn } from './focus-return.ts';
import type { Asked } from './question.ts';

export function QuestionDialog({ question, action, close }: Asked) {
  const [isRunning, setRunning] = useState(false);
  const explain = useExplain();
  useFocusReturn();

  const cancel = () => close(false);
  const run = () => {
    if (isRunning) return;
    setRunning(true);
    action().then(
      () => close(true),
      (error: unknown) => {
        notifyError(explain(error).message);
        setRunning(false);
      },
    );
  };

  return (
    <Modal opened onClose={cancel} title={question.title} size="md" centered closeOnClickOutside={false}>
      <Stack gap="lg">
        {typeof question.message === 'string' ? <Text>{question.message}</Text> : question.message}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={cancel}
            disabled={isRunning}
            data-autofocus={question.danger || undefined}
          >
            {question.cancelLabel ?? UI_WORDS.cancel}
          </Button>
          <Button
            color={question.danger ? 'red' : undefined}
            onClick={run}
            loading={isRunning}
            data-autofocus={question.danger ? undefined : true}
          >
            {question.confirmLabel ?? UI_WORDS.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
