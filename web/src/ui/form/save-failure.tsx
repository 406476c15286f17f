import { Text } from '@mantine/core';
import type { Save } from './use-save.ts';

/** Shows the last failure next to the button until the next attempt, because its notification disappears. */
export function SaveFailure({ save: { failure } }: { save: Save }) {
  if (failure === null) return null;
  return (
    <Text c="var(--mantine-color-error)" fz="sm" miw={0}>
      {failure}
    </Text>
  );
}
