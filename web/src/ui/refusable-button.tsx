import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';

type Props = ButtonProps & {
  /** Why it is not possible now, null when it is. */
  refused: string | null;
  onClick: () => void;
  onMouseDown?: (event: MouseEvent) => void;
  children: ReactNode;
};

/** A button that stays in its place when it is refused: it looks and announces itself as disabled, and says why. */
export function ButtonWithReason({ refused, onClick, ...button }: Props) {
  const isRefused = refused !== null;
  return (
    <Tooltip label={refused} disabled={!isRefused}>
      <Button
        {...button}
        type="button"
        onClick={isRefused ? undefined : onClick}
        data-disabled={isRefused || undefined}
        aria-disabled={isRefused || undefined}
        style={{ pointerEvents: 'auto' }}
      />
    </Tooltip>
  );
}
