import { Group, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { ButtonWithReason } from '../refusable-button.tsx';
import { IconButtonWithReason } from '../refusable-icon.tsx';
import classes from './form-list.module.css';
import { FieldGrid } from './form-shell.tsx';
import { MoveButtons, type Place } from './move-buttons.tsx';
import { removeAndFocusNext } from './remove-and-go-on.ts';

type ItemProps = {
  /** "Adres 2" */
  title: string;
  removeLabel: string;
  /** Why it cannot be removed, null when it can. */
  refused?: string | null;
  onRemove: () => void;
  columns?: 1 | 2 | 3 | 4;
  place?: Place;
  /** Beside the title: a shortcut that fills the fields in. */
  action?: ReactNode;
  children: ReactNode;
};

/** One entry of a list that grows on the form. */
export function FormListItem({
  title,
  refused = null,
  columns = 3,
  place,
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
          {place === undefined ? null : <MoveButtons name={title} {...place} />}
          <RemoveButton {...remove} refused={refused} />
        </Group>
      </Group>
      <FieldGrid columns={columns}>{children}</FieldGrid>
    </section>
  );
}

type RemoveProps = { removeLabel: string; refused?: string | null; onRemove: () => void };

export function RemoveButton({ removeLabel, refused = null, onRemove }: RemoveProps) {
  return (
    <IconButtonWithReason
      label={removeLabel}
      refused={refused}
      icon={<IconTrash size={16} aria-hidden />}
      onClick={({ currentTarget }) => removeAndFocusNext(currentTarget, onRemove)}
    />
  );
}

type AddProps = { label: string; refused?: string | null; onAdd: () => void };

/** Under the entries. At the limit it stays and says so. */
export function AddButton({ label, refused = null, onAdd }: AddProps) {
  return (
    <ButtonWithReason
      variant="default"
      size="compact-sm"
      leftSection={<IconPlus size={14} aria-hidden />}
      refused={refused}
      onClick={onAdd}
    >
      {label}
    </ButtonWithReason>
  );
}
