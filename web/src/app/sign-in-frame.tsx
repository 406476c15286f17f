import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { today } from '../words/format.ts';
import { APP_NAME } from './app-name.ts';
import { Logo } from './logo.tsx';

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
          © {today().slice(0, 4)} {APP_NAME}
        </Text>
      </Stack>
    </Center>
  );
}
