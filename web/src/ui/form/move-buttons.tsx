import { Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { IconButtonWithReason } from '../icon-button-with-reason.tsx';
import { UI_TEXTS } from '../texts.ts';

/** The position of an item in its list, and a function to change it. */
export type ItemPosition = {
  readonly index: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
};

/** Buttons that move an item up and down in an ordered list. */
export function MoveButtons({ name, index, count, onMove }: ItemPosition & { name: string }) {
  if (count < 2) return null;
  return (
    <Group gap={0} wrap="nowrap">
      <MoveButton
        label={UI_TEXTS.moveUp(name)}
        disabledReason={index === 0 ? 'To jest pierwsza pozycja.' : null}
        icon={<IconArrowUp size={16} aria-hidden />}
        onMove={() => onMove(index - 1)}
      />
      <MoveButton
        label={UI_TEXTS.moveDown(name)}
        disabledReason={index === count - 1 ? 'To jest ostatnia pozycja.' : null}
        icon={<IconArrowDown size={16} aria-hidden />}
        onMove={() => onMove(index + 1)}
      />
    </Group>
  );
}

type MoveProps = { label: string; disabledReason: string | null; icon: ReactNode; onMove: () => void };

function MoveButton({ label, disabledReason, icon, onMove }: MoveProps) {
  const move = (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    // React moves the item's DOM nodes, and the browser would drop the focus
    flushSync(onMove);
    button.focus();
  };
  return <IconButtonWithReason label={label} disabledReason={disabledReason} icon={icon} onClick={move} />;
}
