import { Group, Paper, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type Props = { title: string; actions?: ReactNode; children: ReactNode };

/** One step of the import, with its actions next to the title. */
export function ImportSection({ title, actions, children }: Props) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="md" radius="md" aria-labelledby={id} miw={0}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title id={id} order={2} fz={16}>
            {title}
          </Title>
          {actions ? <Group gap="xs">{actions}</Group> : null}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
