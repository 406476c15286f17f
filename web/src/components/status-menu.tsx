import { Badge, Button, Menu, Tooltip } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { MenuButton, PressedMenu } from '../ui/menu-on-demand.tsx';
import classes from './cells.module.css';

type Choice<Status extends string> = { value: Status; label: string; color: string; refused?: string | null };

type Choosing<Status extends string> = {
  choices: readonly Choice<Status>[];
  onChoose: (status: Status) => void;
};

type Props<Status extends string> = Choosing<Status> & {
  /** "Zmień status kontraktu" */
  label: string;
  current: Choice<Status>;
  isSaving?: boolean;
};

/** A status as the button that changes it, as long as nobody presses it; `children` is the StatusMenu it becomes then. */
export function StatusButton<Status extends string>({
  label,
  current,
  children,
}: Pick<Props<Status>, 'label' | 'current'> & { children: () => ReactNode }) {
  const [isPressed, press] = useState(false);
  return isPressed ? children() : <MenuButton {...faceOf(label, current)} onPress={() => press(true)} />;
}

function faceOf<Status extends string>(label: string, { label: word, color }: Choice<Status>) {
  return {
    className: classes.status,
    style: {
      color: `var(--mantine-color-${color}-light-color)`,
      background: `var(--mantine-color-${color}-light)`,
    },
    'aria-label': `${label}: ${word}`,
    face: word,
  };
}

/** A status badge that opens the statuses it may change to. What is refused is disabled, with the reason. */
export function StatusMenu<Status extends string>({
  label,
  current,
  isSaving = false,
  ...choosing
}: Props<Status>) {
  return (
    <PressedMenu menu={{ position: 'bottom-start' }} isWaiting={isSaving} {...faceOf(label, current)}>
      {() => <StatusChoices {...choosing} />}
    </PressedMenu>
  );
}

/** The same for many records at once. */
export function BulkStatusMenu<Status extends string>(choosing: Choosing<Status>) {
  return (
    <Menu position="top-start" shadow="md">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          Zmień status
        </Button>
      </Menu.Target>
      <StatusChoices {...choosing} />
    </Menu>
  );
}

function StatusChoices<Status extends string>({ choices, onChoose }: Choosing<Status>) {
  return (
    <Menu.Dropdown>
      {choices.map((choice) => (
        <Tooltip key={choice.value} label={choice.refused} disabled={!choice.refused} position="right">
          <Menu.Item
            aria-disabled={choice.refused ? true : undefined}
            data-disabled={choice.refused ? true : undefined}
            closeMenuOnClick={!choice.refused}
            style={{ pointerEvents: 'auto' }}
            onClick={choice.refused ? undefined : () => onChoose(choice.value)}
          >
            <Badge color={choice.color}>{choice.label}</Badge>
          </Menu.Item>
        </Tooltip>
      ))}
    </Menu.Dropdown>
  );
}
