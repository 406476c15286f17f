import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';

type Props = ButtonProps & {
  /** The reason why the button is disabled, or null. */
  disabledReason: string | null;
  onClick: () => void;
  onMouseDown?: (event: MouseEvent) => void;
  children: ReactNode;
};

/**
 * A button that shows in a tooltip why it is disabled. It stays focusable, with the look and role of a
 * disabled button.
 */
export function ButtonWithReason({ disabledReason, onClick, ...button }: Props) {
  const isDisabled = disabledReason !== null;
  return (
    <Tooltip label={disabledReason} disabled={!isDisabled}>
      <Button
        {...button}
        type="button"
        onClick={isDisabled ? undefined : onClick}
        data-disabled={isDisabled || undefined}
        aria-disabled={isDisabled || undefined}
        style={{ pointerEvents: 'auto' }}
      />
    </Tooltip>
  );
}
