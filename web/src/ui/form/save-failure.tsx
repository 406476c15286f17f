import { Text } from '@mantine/core';
import type { Save } from './use-save.ts';

/** Beside the button, for as long as nothing was tried again: the notification that told it first goes away. */
export function SaveFailure({ save: { failure } }: { save: Save }) {
  if (failure === null) return null;
  return (
    <Text c="var(--mantine-color-error)" fz="sm" miw={0}>
      {failure}
    </Text>
  );
}
