import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect } from 'react';
import { notifyError, notifySuccess } from './notify.tsx';
import { UI_WORDS } from './words.ts';

/** Copies a text and says that it did, or that the browser did not let it. `label` names what is copied. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const { copy, copied, error } = useClipboard();
  useEffect(() => {
    if (copied) notifySuccess(value, UI_WORDS.copied(label));
  }, [copied, value, label]);
  useEffect(() => {
    if (error !== null) notifyError(UI_WORDS.copyFailed);
  }, [error]);
  return (
    <Tooltip label={copied ? UI_WORDS.copied(label) : UI_WORDS.copy(label)}>
      <ActionIcon
        variant="subtle"
        color={copied ? 'field' : 'gray'}
        size="sm"
        aria-label={UI_WORDS.copy(label)}
        onClick={() => copy(value)}
      >
        {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
