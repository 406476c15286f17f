import '@mantine/core/styles/Fieldset.css';
import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormElement } from '../form/form-element.tsx';
import { SaveButton, SaveFailure } from '../form/save-button.tsx';
import { confirmLeaving } from '../form/unsaved-work.ts';
import { useUnsavedChangesPrompt } from '../form/use-navigation-blocker.ts';
import { type SaveOptions, useSave } from '../form/use-save.ts';
import { UI_TEXTS } from '../texts.ts';
import { Dialog } from './dialog.tsx';
import classes from './form-dialog.module.css';

type Props<Values extends FieldValues, Output, Result> = SaveOptions<Values, Output, Result> & {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The effect of saving, with numbers, above the buttons. */
  consequence?: ReactNode;
  saveLabel?: string;
  /** Whether the save button gets the focus when the dialog opens, because nothing has to be typed. */
  focusesSave?: boolean;
  /** Replaces "Anuluj" where this word could be read as the action itself. */
  cancelLabel?: string;
  danger?: boolean;
  size?: 'sm' | 'md' | 'lg' | 'xl' | '80rem';
  /** A secondary action at the left of the buttons. */
  footer?: ReactNode;
  /** Shows the record with a single close button. */
  readOnly?: boolean;
  /** Keeps the dialog open after saving, for the next record. */
  staysOpen?: boolean;
};

/**
 * A form in a dialog. The dialog is open while mounted, so that each opening starts with new values: `{edited
 * && <EditDialog record={edited} onClose={() => setEdited(null)} />}`. The dialog stays open when saving fails.
 */
export function FormDialog<Values extends FieldValues, Output, Result>({
  title,
  onClose,
  children,
  consequence,
  saveLabel,
  focusesSave = false,
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
          <Stack gap="xs" className={classes.footer}>
            <SaveFailure save={save} />
            <Group justify="space-between" gap="xs">
              <div>{footer}</div>
              <Group gap="xs" ml="auto">
                <Button variant="default" onClick={() => void close()} disabled={save.isSaving}>
                  {readOnly ? UI_TEXTS.close : cancelLabel}
                </Button>
                {readOnly ? null : (
                  <SaveButton
                    save={save}
                    label={saveLabel}
                    color={danger ? 'red' : undefined}
                    data-autofocus={focusesSave || undefined}
                  />
                )}
              </Group>
            </Group>
          </Stack>
        </Stack>
      </FormElement>
    </Dialog>
  );
}
