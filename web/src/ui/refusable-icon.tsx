import { ActionIcon, Tooltip } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';

type Props = {
  label: string;
  /** Why it cannot be pressed, null when it can. */
  refused: string | null;
  icon: ReactNode;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
};

/** A button of one icon on a form. Refused it stays in reach, and says why instead of what it does. */
export function IconButtonWithReason({ label, refused, icon, onClick }: Props) {
  const isRefused = refused !== null;
  return (
    <Tooltip label={refused ?? label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        onClick={isRefused ? undefined : onClick}
        data-disabled={isRefused || undefined}
        aria-disabled={isRefused || undefined}
        style={{ pointerEvents: 'auto' }}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
