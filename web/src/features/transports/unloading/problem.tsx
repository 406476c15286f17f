import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Shows the failure of the last action. */
export function Problem({ children }: { children: string }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert" py="xs">
      <Text fz="sm">{children}</Text>
    </Alert>
  );
}
