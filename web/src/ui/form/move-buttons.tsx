import { Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { IconButtonWithReason } from '../refusable-icon.tsx';
import { UI_TEXTS } from '../texts.ts';

/** Where an entry stands among others, and how it is moved. */
export type Place = {
  readonly index: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
};

/** Up and down in a list whose order means something. */
export function MoveButtons({ name, index, count, onMove }: Place & { name: string }) {
  if (count < 2) return null;
  return (
    <Group gap={0} wrap="nowrap">
      <MoveButton
        label={UI_TEXTS.moveUp(name)}
        refused={index === 0 ? UI_TEXTS.isFirst : null}
        icon={<IconArrowUp size={16} aria-hidden />}
        onMove={() => onMove(index - 1)}
      />
      <MoveButton
        label={UI_TEXTS.moveDown(name)}
        refused={index === count - 1 ? UI_TEXTS.isLast : null}
        icon={<IconArrowDown size={16} aria-hidden />}
        onMove={() => onMove(index + 1)}
      />
    </Group>
  );
}

type MoveProps = { label: string; refused: string | null; icon: ReactNode; onMove: () => void };

function MoveButton({ label, refused, icon, onMove }: MoveProps) {
  const move = (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    // the entry takes its button along, and the browser would leave the focus behind
    flushSync(onMove);
    button.focus();
  };
  return <IconButtonWithReason label={label} refused={refused} icon={icon} onClick={move} />;
}
