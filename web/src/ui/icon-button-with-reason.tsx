import { ActionIcon, Tooltip } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';

type Props = {
  label: string;
  /** The reason why the button is disabled, or null. */
  disabledReason: string | null;
  icon: ReactNode;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
};

/** An icon button with a tooltip: its label, or the reason why it is disabled. */
export function IconButtonWithReason({ label, disabledReason, icon, onClick }: Props) {
  const isDisabled = disabledReason !== null;
  return (
    <Tooltip label={disabledReason ?? label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        onClick={isDisabled ? undefined : onClick}
        data-disabled={isDisabled || undefined}
        aria-disabled={isDisabled || undefined}
        style={{ pointerEvents: 'auto' }}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
