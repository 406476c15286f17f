import { Badge, Button, Menu, Tooltip, type TooltipProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LazyMenuButton, OpenedMenu } from '../ui/overlay/lazy-menu.tsx';
import classes from './cells.module.css';
import { whyNotChangeOutsideForm } from './save/save-form-first.ts';

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
  /** For example "Zmień status kontraktu". */
  label: string;
  current: StatusOption<Status>;
  isSaving?: boolean;
};

type Shown = Pick<Props<string>, 'label' | 'current'>;

/**
 * A status badge as a plain button. When the menu is needed, `children` (the StatusMenu) replaces the button.
 */
export function StatusButton({
  children,
  ...shown
}: Shown & { second?: Shown | undefined; children: () => ReactNode }) {
  return <LazyMenuButton {...buttonProps(shown)}>{children}</LazyMenuButton>;
}

/**
 * Two statuses share one button, because two separate buttons in a row of a list would be too small to click.
 */
function buttonProps({ second, ...first }: Shown & { second?: Shown | undefined }) {
  const statuses = second ? [first, second] : [first];
  return {
    className: classes.statuses,
    'aria-keyshortcuts': 's',
    'aria-label': statuses.map(({ label, current }) => `${label}: ${current.label}`).join(', '),
    content: statuses.map(({ label, current: { label: word, color } }) => (
      <span
        key={label}
        className={classes.status}
        style={{
          color: `var(--mantine-color-${color}-light-color)`,
          background: `var(--mantine-color-${color}-light)`,
        }}
      >
        {word}
      </span>
    )),
  };
}

/**
 * A status badge that opens a menu of the possible values of one status or of two. An option with a disabled
 * reason shows the reason in a tooltip.
 */
export function StatusMenu<Status extends string, Second extends string>({
  second,
  ...first
}: Props<Status> & { second?: Props<Second> | undefined }) {
  return (
    <OpenedMenu
      menu={{ position: 'bottom-start' }}
      isWaiting={first.isSaving === true || second?.isSaving === true}
      {...buttonProps({ ...first, second })}
    >
      {() => (
        <Menu.Dropdown>
          <StatusItems {...first} />
          {second ? (
            <>
              <Menu.Divider />
              <StatusItems {...second} />
            </>
          ) : null}
        </Menu.Dropdown>
      )}
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
      <Menu.Dropdown>
        <StatusItems {...choosing} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** On a phone there is no room beside the menu. */
const BESIDE_OR_BELOW = {
  flip: { fallbackPlacements: ['left', 'bottom'] },
  shift: true,
} satisfies TooltipProps['middlewares'];

function StatusItems<Status extends string>({ choices, onChoose }: StatusChoicesProps<Status>) {
  // read when the menu opens: the user cannot type into the form while the menu is open
  const formReason = whyNotChangeOutsideForm();
  return choices.map(({ value, label, color, disabledReason }) => {
    const reason = formReason ?? disabledReason;
    return (
      <Tooltip key={value} label={reason} disabled={!reason} position="right" middlewares={BESIDE_OR_BELOW}>
        <Menu.Item
          aria-disabled={reason ? true : undefined}
          data-disabled={reason ? true : undefined}
          closeMenuOnClick={!reason}
          style={{ pointerEvents: 'auto' }}
          onClick={reason ? undefined : () => onChoose(value)}
        >
          <Badge color={color}>{label}</Badge>
        </Menu.Item>
      </Tooltip>
    );
  });
}
