import { Tooltip, type TooltipProps } from '@mantine/core';
import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';

type Props = Pick<TooltipProps, 'position'> & {
  label: ReactNode;
  children: ReactElement<{ onPointerEnter?: () => void }>;
};

/** A tooltip made when the pointer first comes near: in a list most never show. Tips serves those of mere text. */
export function LazyTooltip({ children, ...tip }: Props) {
  const [isNear, setNear] = useState(false);
  if (!isNear) return cloneElement(children, { onPointerEnter: () => setNear(true) });
  return <Tooltip {...tip}>{children}</Tooltip>;
}
