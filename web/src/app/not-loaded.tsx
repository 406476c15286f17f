import { Button, Stack, Text } from '@mantine/core';
import { UI_WORDS } from '../ui/words.ts';
import { UNREACHABLE } from '../words/unreachable.ts';
import { SignInFrame } from './sign-in-frame.tsx';

/** Instead of an empty window, when the code of the application could not be loaded. */
export function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <SignInFrame title={UI_WORDS.failed}>
      <Stack gap="md">
        <Text role="alert">{UNREACHABLE}</Text>
        <Button onClick={onRetry}>{UI_WORDS.tryAgain}</Button>
      </Stack>
    </SignInFrame>
  );
}
