import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type ReactNode, useState } from 'react';
import { type Explain, useExplain } from '../explain.ts';
import { notifyError } from '../notify.tsx';
import { UI_WORDS } from '../words.ts';

export type Question = {
  title: string;
  /** What will happen, in numbers. */
  message: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** The confirming button is red and does not hold the focus at first. */
  danger?: boolean;
};

/** Asks and answers true or false. For an action of its own use `confirmAction`, which waits for the action. */
export function askToConfirm(question: Question): Promise<boolean> {
  return new Promise((answer) => {
    open(question, () => Promise.resolve(), answer);
  });
}

/** Asks, then runs the action while the dialog waits; on failure the dialog stays open and says why. */
export function confirmAction(question: Question & { action: () => Promise<unknown> }): void {
  open(question, question.action, () => undefined);
}

function open(
  question: Question,
  action: () => Promise<unknown>,
  onAnswer: (confirmed: boolean) => void,
): void {
  let confirmed = false;
  const id = modals.open({
    title: question.title,
    size: 'md',
    centered: true,
    closeOnClickOutside: false,
    onClose: () => onAnswer(confirmed),
    children: (
      <ConfirmBody
        question={question}
        onCancel={() => modals.close(id)}
        onConfirm={async () => {
          await action();
          confirmed = true;
          modals.close(id);
        }}
      />
    ),
  });
}

type BodyProps = { question: Question; onCancel: () => void; onConfirm: () => Promise<void> };

function ConfirmBody({ question, onCancel, onConfirm }: BodyProps) {
  const [isRunning, setRunning] = useState(false);
  const explain: Explain = useExplain();

  const run = () => {
    if (isRunning) return;
    setRunning(true);
    onConfirm().catch((error: unknown) => {
      notifyError(explain(error).message);
      setRunning(false);
    });
  };

  return (
    <Stack gap="lg">
      {typeof question.message === 'string' ? <Text>{question.message}</Text> : question.message}
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          onClick={onCancel}
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
  );
}
