import '@mantine/core/styles/Fieldset.css';
import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormElement } from '../form/form-element.tsx';
import { confirmLeaving, useUnsavedChangesPrompt } from '../form/leave-guard.ts';
import { SaveButton } from '../form/save-button.tsx';
import { SaveFailure } from '../form/save-failure.tsx';
import { type Saving, useSave } from '../form/use-save.ts';
import { UI_TEXTS } from '../texts.ts';
import { Dialog } from './dialog.tsx';
import classes from './form-dialog.module.css';

type Props<Values extends FieldValues, Output, Result> = Saving<Values, Output, Result> & {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** What saving will do, in numbers, above the buttons. */
  consequence?: ReactNode;
  saveLabel?: string;
  /** Where „Anuluj” could be taken for the action itself. */
  cancelLabel?: string;
  danger?: boolean;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** At the left of the buttons: a second, lesser action. */
  footer?: ReactNode;
  /** Shows the record with a single Zamknij button. */
  readOnly?: boolean;
  /** After a success the dialog stays for the next record. */
  staysOpen?: boolean;
};

/**
 * A form in a dialog. Mount it to open it and unmount it to close it, so every opening starts from its own values:
 * `{edited && <EditDialog record={edited} onClose={() => setEdited(null)} />}`. Stays open when saving fails.
 */
export function FormDialog<Values extends FieldValues, Output, Result>({
  title,
  onClose,
  children,
  consequence,
  saveLabel,
  cancelLabel = UI_TEXTS.cancel,
  danger,
  size = 'lg',
  footer,
  readOnly = false,
  staysOpen = false,
  onSaved,
  ...saving
}: Props<Values, Output, Result>) {
  const save = useSave({
    ...saving,
    onSaved: (result) => {
      onSaved?.(result);
      if (!staysOpen) onClose();
    },
  });
  useUnsavedChangesPrompt(save.isChanged, onClose);

  const close = async () => {
    if (save.isSaving) return;
    if (!save.isChanged() || (await confirmLeaving())) onClose();
  };

  return (
    <Dialog onClose={() => void close()} title={title} size={size} closeOnClickOutside={false}>
      <FormElement save={save}>
        <Stack gap="md">
          <Fieldset variant="unstyled" disabled={readOnly} inert={save.isSaving} m={0} miw={0}>
            {children}
          </Fieldset>
          {consequence ? <Text fz="sm">{consequence}</Text> : null}
          <SaveFailure save={save} />
          <Group justify="space-between" gap="xs" className={classes.footer}>
            <div>{footer}</div>
            <Group gap="xs" ml="auto">
              <Button variant="default" onClick={() => void close()} disabled={save.isSaving}>
                {readOnly ? UI_TEXTS.close : cancelLabel}
              </Button>
              {readOnly ? null : (
                <SaveButton save={save} label={saveLabel} color={danger ? 'red' : undefined} />
              )}
            </Group>
          </Group>
        </Stack>
      </FormElement>
    </Dialog>
  );
}
