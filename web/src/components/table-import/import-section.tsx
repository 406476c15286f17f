import { Group, Paper, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';

type Props = {
  title: string;
  actions?: ReactNode;
  /** Whether the title takes the focus. The section may replace a button that was pressed and had the focus. */
  takesFocus?: boolean;
  children: ReactNode;
};

/** One step of the import, with its actions next to the title. */
export function ImportSection({ title, actions, takesFocus = false, children }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Paper component="section" withBorder p="md" radius="md" aria-labelledby={id} miw={0}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title id={id} ref={heading} order={2} fz={16} {...(takesFocus && { tabIndex: -1 })}>
            {title}
          </Title>
          {actions ? <Group gap="xs">{actions}</Group> : null}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
