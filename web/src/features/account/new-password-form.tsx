import { Stack } from '@mantine/core';
import { useEffect } from 'react';
import { FormElement } from '../../ui/form/form-element.tsx';
import { FieldGrid } from '../../ui/form/form-shell.tsx';
import { SaveButton, SaveFailure } from '../../ui/form/save-button.tsx';
import { useSave } from '../../ui/form/use-save.ts';
import { PasswordChangeFields, useChangePassword, usePasswordForm } from './password-change.tsx';

type Props = {
  /** The current password. Empty when the user has signed in in another tab. */
  oldPassword: string;
  onChanged: () => Promise<void>;
};

/** Changes the password in a dialog, so that the page below keeps its unsaved changes. */
export function NewPasswordForm({ oldPassword, onChanged }: Props) {
  const form = usePasswordForm(oldPassword);
  const onSave = useChangePassword();
  const save = useSave({ form, onSave, onSaved: () => void onChanged() });
  const first = oldPassword === '' ? 'oldPassword' : 'newPassword';
  // the form sets the focus itself, because the sign-in form that had the focus is unmounted
  useEffect(() => form.setFocus(first), [form, first]);
  return (
    <FormElement save={save}>
      <Stack gap="md" inert={save.isSaving}>
        <FieldGrid columns={1}>
          <PasswordChangeFields form={form} autofocus={first} />
        </FieldGrid>
        <SaveFailure save={save} />
        <SaveButton save={save} label="Zmień hasło" fullWidth />
      </Stack>
    </FormElement>
  );
}
