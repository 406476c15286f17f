import { Tooltip, type TooltipProps } from '@mantine/core';
import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';

type Props = Pick<TooltipProps, 'position'> & {
  label: ReactNode;
  children: ReactElement<{ onPointerEnter?: () => void }>;
};

/**
 * Renders the tooltip when the pointer first enters the element, because most tooltips of a list are never
 * shown. SharedTooltip handles plain text.
 */
export function LazyTooltip({ children, ...tip }: Props) {
  const [isNear, setNear] = useState(false);
  if (!isNear) return cloneElement(children, { onPointerEnter: () => setNear(true) });
  return <Tooltip {...tip}>{children}</Tooltip>;
}
