import { Box } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type Verdict = 'good' | 'doubtful' | 'bad';

const STYLE: Record<Verdict, { readonly color: string; readonly icon: ReactNode }> = {
  good: { color: 'var(--app-long)', icon: <IconCheck size={16} aria-hidden /> },
  doubtful: { color: 'var(--app-warning)', icon: <IconAlertTriangle size={16} aria-hidden /> },
  bad: { color: 'var(--app-short)', icon: <IconX size={16} aria-hidden /> },
};

/** The result of checking a row of a file, with the colour and icon of its verdict. */
export function VerdictLine({ verdict, children }: { verdict: Verdict; children: ReactNode }) {
  const { color, icon } = STYLE[verdict];
  return (
    <Box component="span" c={color} style={{ display: 'flex', gap: 6, whiteSpace: 'normal' }}>
      <span style={{ flex: 'none', display: 'flex', paddingTop: 1 }}>{icon}</span>
      <span>{children}</span>
    </Box>
  );
}
