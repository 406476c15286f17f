import { Group, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { ButtonWithReason } from '../button-with-reason.tsx';
import { IconButtonWithReason } from '../icon-button-with-reason.tsx';
import classes from './form-list.module.css';
import { FieldGrid } from './form-shell.tsx';
import { type ItemPosition, MoveButtons } from './move-buttons.tsx';
import { removeAndFocusNext } from './move-focus.ts';

type ItemProps = {
  /** "Adres 2" */
  title: string;
  removeLabel: string;
  /** The reason why the item cannot be removed, or null. */
  disabledReason?: string | null;
  onRemove: () => void;
  columns?: 1 | 2 | 3 | 4;
  position?: ItemPosition;
  /** A button next to the title that fills in the fields. */
  action?: ReactNode;
  children: ReactNode;
};

/** One item of a list in a form. */
export function FormListItem({
  title,
  disabledReason = null,
  columns = 3,
  position,
  action,
  children,
  ...remove
}: ItemProps) {
  const titleId = useId();
  return (
    <section className={classes.item} aria-labelledby={titleId}>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text id={titleId} fz="sm" fw={600}>
          {title}
        </Text>
        <Group gap="xs">
          {action}
          {position === undefined ? null : <MoveButtons name={title} {...position} />}
          <RemoveButton {...remove} disabledReason={disabledReason} />
        </Group>
      </Group>
      <FieldGrid columns={columns}>{children}</FieldGrid>
    </section>
  );
}

type RemoveProps = { removeLabel: string; disabledReason?: string | null; onRemove: () => void };

export function RemoveButton({ removeLabel, disabledReason = null, onRemove }: RemoveProps) {
  return (
    <IconButtonWithReason
      label={removeLabel}
      disabledReason={disabledReason}
      icon={<IconTrash size={16} aria-hidden />}
      onClick={({ currentTarget }) => removeAndFocusNext(currentTarget, onRemove)}
    />
  );
}

type AddProps = { label: string; disabledReason?: string | null; onAdd: () => void };

/** The button below the items. At the limit of items it is disabled and shows the reason. */
export function AddButton({ label, disabledReason = null, onAdd }: AddProps) {
  return (
    <ButtonWithReason
      variant="default"
      size="compact-sm"
      leftSection={<IconPlus size={14} aria-hidden />}
      disabledReason={disabledReason}
      onClick={onAdd}
    >
      {label}
    </ButtonWithReason>
  );
}
