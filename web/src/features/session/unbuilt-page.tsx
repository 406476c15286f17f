import { EmptyState, Paper } from '@mantine/core';
import { IconTools } from '@tabler/icons-react';

/** Stands where a route has no screen yet. */
export function UnbuiltPage() {
  return (
    <Paper withBorder p="xl">
      <EmptyState icon={<IconTools size={36} stroke={1.5} />} title="Ten ekran jest w przygotowaniu" />
    </Paper>
  );
}
