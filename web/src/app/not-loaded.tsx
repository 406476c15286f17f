import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { UI_TEXTS } from '../ui/texts.ts';
import { UNREACHABLE } from '../words/unreachable.ts';
import { SignInFrame } from './sign-in-frame.tsx';

/** Shown instead of an empty window when the code of the application cannot be loaded. */
export function NotLoaded({ onRetry }: { onRetry: () => Promise<unknown> }) {
  const [isTrying, setTrying] = useState(false);
  const retry = async () => {
    setTrying(true);
    await onRetry();
    setTrying(false);
  };
  return (
    <SignInFrame title={UI_TEXTS.failed}>
      <Stack gap="md">
        <Text role="alert">{UNREACHABLE}</Text>
        <Button loading={isTrying} onClick={() => void retry()}>
          {UI_TEXTS.tryAgain}
        </Button>
      </Stack>
    </SignInFrame>
  );
}
