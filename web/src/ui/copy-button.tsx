import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect } from 'react';
import { notifyError, notifySuccess } from './overlay/notify.tsx';
import { UI_TEXTS } from './texts.ts';

/** Copies a text to the clipboard and shows the result in a notification. `label` names the copied value. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const { copy, copied, error } = useClipboard();
  useEffect(() => {
    if (copied) notifySuccess(value, UI_TEXTS.copied(label));
  }, [copied, value, label]);
  useEffect(() => {
    if (error !== null) notifyError('Nie udało się skopiować. Zaznacz tekst i skopiuj go ręcznie.');
  }, [error]);
  return (
    <Tooltip label={copied ? UI_TEXTS.copied(label) : UI_TEXTS.copy(label)}>
      <ActionIcon
        variant="subtle"
        color={copied ? 'field' : 'gray'}
        size="sm"
        aria-label={UI_TEXTS.copy(label)}
        onClick={() => copy(value)}
      >
        {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
