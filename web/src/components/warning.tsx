import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A warning about an allowed action that the user should check. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      py="xs"
      style={{ overflowWrap: 'anywhere' }}
    >
      {children}
    </Alert>
  );
}
