import { Group, Stack, Text } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';

type Props = {
  lines: readonly (readonly [label: string, value: ReactNode])[];
  valueStyle: CSSProperties;
};

/** One fact per line, with its value on the right. */
export function FactLines({ lines, valueStyle }: Props) {
  return (
    <Stack component="dl" gap={0} m={0}>
      {lines.map(([label, value]) => (
        <Group key={label} justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
          <Text component="dt" fz="sm" c="dimmed" flex="none">
            {label}
          </Text>
          <Text component="dd" m={0} fz="sm" ta="right" style={{ overflowWrap: 'anywhere', ...valueStyle }}>
            {value}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
