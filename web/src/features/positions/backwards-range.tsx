import { EmptyState, Paper } from '@mantine/core';
import { IconCalendarX } from '@tabler/icons-react';

/** Shown instead of figures when the range ends before its start. */
export function BackwardsRange({ problem }: { problem: string }) {
  return (
    <Paper withBorder p="xl" component="output" display="block">
      <EmptyState
        icon={<IconCalendarX size={36} stroke={1.5} />}
        title="W tym okresie nie ma żadnego dnia"
        description={problem}
      />
    </Paper>
  );
}
