import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { todayInWarsaw } from '@spichlerz/shared/words/figures';
import { type ReactNode, useState } from 'react';
import { UI_TEXTS } from '../ui/texts.ts';
import { UNREACHABLE } from '../words/unreachable.ts';
import { APP_NAME, Logo } from './brand.tsx';

/** The layout of the signed-out pages: logo, card, copyright. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>{`${title} – ${APP_NAME}`}</title>
      <Stack w="100%" maw={400} gap="lg">
        <Stack align="center" gap="xs">
          <Logo size={56} />
          <Title order={1} fz={24}>
            {APP_NAME}
          </Title>
        </Stack>
        <Paper withBorder p="lg" radius="lg" shadow="sm">
          {children}
        </Paper>
        <Text fz="xs" c="dimmed" ta="center">
          © {todayInWarsaw().slice(0, 4)} {APP_NAME}
        </Text>
      </Stack>
    </Center>
  );
}

/** A message with a retry button for when the code of the application cannot be loaded. */
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
