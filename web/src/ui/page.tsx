import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { title: ReactNode; badge?: ReactNode; actions?: ReactNode; children: ReactNode };

/** The layout of a page without a list: a title row and the content. */
export function Page({ title, badge, actions, children }: Props) {
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {badge}
        </Group>
        {actions ? <Group gap="xs">{actions}</Group> : null}
      </Group>
      {children}
    </Stack>
  );
}
