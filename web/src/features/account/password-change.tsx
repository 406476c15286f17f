import { changePassword } from '@spichlerz/shared/calls/users';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { meQuery } from '../../api/session.ts';
import { newPassword, PasswordRules, REPEAT_DIFFERS } from '../../components/field/password-rules.tsx';
import { PasswordField } from '../../ui/field/text-field.tsx';
import { WideField } from '../../ui/form/form-shell.tsx';
import { type Form, useZodForm } from '../../ui/form/use-zod-form.ts';

const schema = z
  .object({
    oldPassword: z.string().min(1, 'Pole nie może być puste.'),
    newPassword: newPassword(),
    repeatPassword: z.string().min(1, 'Pole nie może być puste.'),
  })
  .refine((values) => values.newPassword === values.repeatPassword, {
    path: ['repeatPassword'],
    message: REPEAT_DIFFERS,
  })
  .refine((values) => values.newPassword === '' || values.newPassword !== values.oldPassword, {
    path: ['newPassword'],
    message: 'Nowe hasło musi być inne niż obecne.',
  });

type PasswordChange = z.output<typeof schema>;
type PasswordForm = Form<PasswordChange, PasswordChange>;

export const EMPTY_PASSWORDS: PasswordChange = { oldPassword: '', newPassword: '', repeatPassword: '' };

/** `oldPassword` is the current password if the user has just typed it in another form. */
export const usePasswordForm = (oldPassword = ''): PasswordForm =>
  useZodForm(schema, { ...EMPTY_PASSWORDS, oldPassword });

export function useChangePassword(): (passwords: PasswordChange) => Promise<void> {
  const client = useQueryClient();
  const invalidateTopic = useInvalidateTopic();
  return async ({ oldPassword, newPassword }) => {
    await call(changePassword, { body: { oldPassword, newPassword } });
    await client.invalidateQueries({ queryKey: meQuery.queryKey });
    // the list of sessions is refetched, because the server has ended the user's other sessions
    await invalidateTopic('session');
  };
}

type FieldsProps = {
  form: PasswordForm;
  /** The field that gets the focus when a dialog opens. */
  autofocus?: 'oldPassword' | 'newPassword';
};

export function PasswordChangeFields({ form: { control }, autofocus }: FieldsProps) {
  const typed = useWatch({ control, name: 'newPassword' });
  return (
    <>
      <PasswordField
        control={control}
        name="oldPassword"
        label="Obecne hasło"
        autoComplete="current-password"
        data-autofocus={autofocus === 'oldPassword' || undefined}
        required
      />
      <PasswordField
        control={control}
        name="newPassword"
        label="Nowe hasło"
        autoComplete="new-password"
        data-autofocus={autofocus === 'newPassword' || undefined}
        required
      />
      <PasswordField
        control={control}
        name="repeatPassword"
        label="Powtórz nowe hasło"
        autoComplete="new-password"
        required
      />
      <WideField>
        <PasswordRules password={typed} />
      </WideField>
    </>
  );
}
