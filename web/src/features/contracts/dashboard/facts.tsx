import { Group, SimpleGrid, Text } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';

/** Typed text keeps its line breaks, and a long URL wraps instead of widening the screen. */
const VALUE: CSSProperties = {
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
};

export type Fact = { label: string; value: ReactNode; notes?: readonly (string | null)[] };

type Props = {
  facts: readonly Fact[];
  columns: 1 | 2;
  /** Figures are short and right-aligned, and terms are texts of several lines. */
  isText?: boolean;
};

export function Facts({ facts, columns, isText = false }: Props) {
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: columns }} spacing="xl" verticalSpacing={6} m={0}>
      {facts.map(({ label, value, notes = [] }) => (
        <Group key={label} justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
          <Text component="dt" fz="sm" c="dimmed" flex="none" w={isText ? 110 : undefined}>
            {label}
          </Text>
          <Text
            component="dd"
            m={0}
            fz="sm"
            flex={isText ? 1 : undefined}
            ta={isText ? undefined : 'right'}
            style={VALUE}
          >
            {value}
            {notes.map((note) =>
              note === null ? null : (
                <Text key={note} component="span" display="block" fz="xs" c="dimmed">
                  {note}
                </Text>
              ),
            )}
          </Text>
        </Group>
      ))}
    </SimpleGrid>
  );
}
