import { Badge, Button, Menu, Tooltip } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { MenuButton, OpenedMenu } from '../ui/overlay/lazy-menu.tsx';
import classes from './cells.module.css';

type StatusOption<Status extends string> = {
  value: Status;
  label: string;
  color: string;
  disabledReason?: string | null;
};

type StatusChoicesProps<Status extends string> = {
  choices: readonly StatusOption<Status>[];
  onChoose: (status: Status) => void;
};

type Props<Status extends string> = StatusChoicesProps<Status> & {
  /** "Zmień status kontraktu" */
  label: string;
  current: StatusOption<Status>;
  isSaving?: boolean;
};

/**
 * A status badge as a plain button; the first click renders `children`, the StatusMenu. Lists render faster
 * without a menu per row.
 */
export function StatusButton<Status extends string>({
  label,
  current,
  children,
}: Pick<Props<Status>, 'label' | 'current'> & { children: () => ReactNode }) {
  const [isPressed, setPressed] = useState(false);
  return isPressed ? (
    children()
  ) : (
    <MenuButton {...badgeProps(label, current)} onPress={() => setPressed(true)} />
  );
}

function badgeProps<Status extends string>(label: string, { label: word, color }: StatusOption<Status>) {
  return {
    className: classes.status,
    style: {
      color: `var(--mantine-color-${color}-light-color)`,
      background: `var(--mantine-color-${color}-light)`,
    },
    'aria-label': `${label}: ${word}`,
    content: word,
  };
}

/**
 * A status badge that opens the possible statuses. An option with a disabled reason shows it in a tooltip.
 */
export function StatusMenu<Status extends string>({
  label,
  current,
  isSaving = false,
  ...choosing
}: Props<Status>) {
  return (
    <OpenedMenu menu={{ position: 'bottom-start' }} isWaiting={isSaving} {...badgeProps(label, current)}>
      {() => <StatusChoices {...choosing} />}
    </OpenedMenu>
  );
}

/** A menu that sets the status of many records. */
export function BulkStatusMenu<Status extends string>(choosing: StatusChoicesProps<Status>) {
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

function StatusChoices<Status extends string>({ choices, onChoose }: StatusChoicesProps<Status>) {
  return (
    <Menu.Dropdown>
      {choices.map((choice) => (
        <Tooltip
          key={choice.value}
          label={choice.disabledReason}
          disabled={!choice.disabledReason}
          position="right"
        >
          <Menu.Item
            aria-disabled={choice.disabledReason ? true : undefined}
            data-disabled={choice.disabledReason ? true : undefined}
            closeMenuOnClick={!choice.disabledReason}
            style={{ pointerEvents: 'auto' }}
            onClick={choice.disabledReason ? undefined : () => onChoose(choice.value)}
          >
            <Badge color={choice.color}>{choice.label}</Badge>
          </Menu.Item>
        </Tooltip>
      ))}
    </Menu.Dropdown>
  );
}
