import { Button, Group } from '@mantine/core';
import type { Role } from '@spichlerz/shared/domain/role';
import { ROLE_LABELS } from '@spichlerz/shared/words/statuses';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { newPassword, PasswordRules, REPEAT_DIFFERS } from '../../components/field/password-rules.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { SwitchField } from '../../ui/field/switch-field.tsx';
import { PasswordField, TextField } from '../../ui/field/text-field.tsx';
import { FormSection, WideField } from '../../ui/form/form-shell.tsx';
import { requiredChoice, requiredEmail, requiredText } from '../../ui/form/rules.ts';
import type { Form } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { labelOptions } from '../../words/labels.ts';

export type UserValues = {
  firstName: string;
  lastName: string;
  email: string;
  role: Role | null;
  active: boolean;
  isNotifyOnPurchase: boolean;
  isNotifyOnSales: boolean;
  password: string;
  repeatPassword: string;
};

const personFields = {
  firstName: requiredText(),
  lastName: requiredText(),
  email: requiredEmail(),
  role: requiredChoice<Role>(),
  active: z.boolean(),
  isNotifyOnPurchase: z.boolean(),
  isNotifyOnSales: z.boolean(),
};
const isRepeated = { path: ['repeatPassword'], message: REPEAT_DIFFERS };

export const createSchema = z
  .object({ ...personFields, password: newPassword(), repeatPassword: z.string() })
  .refine(({ password, repeatPassword }) => password === repeatPassword, isRepeated);

/** The schema of an edited user. An empty password does not change the password. */
export const changeSchema = z
  .object({ ...personFields, password: z.union([z.literal(''), newPassword()]), repeatPassword: z.string() })
  .refine(({ password, repeatPassword }) => password === repeatPassword, isRepeated);

type UserOutput = z.output<typeof createSchema>;

type UserForm = Form<UserValues, UserOutput>;
type Props = {
  form: UserForm;
  /** The reason why the role and the account status cannot be changed, or null. */
  accessLocked: string | null;
};

export function UserFields({ form, accessLocked }: Props) {
  const { control } = form;
  return (
    <>
      <FormSection title="Dane osoby" columns={3}>
        <TextField control={control} name="firstName" label="Imię" required />
        <TextField control={control} name="lastName" label="Nazwisko" required />
        <TextField control={control} name="email" label="E-mail" type="email" required />
      </FormSection>
      <FormSection title="Dostęp" columns={3}>
        <SelectField
          control={control}
          name="role"
          label="Rola"
          options={labelOptions(ROLE_LABELS)}
          disabled={accessLocked !== null}
          description={accessLocked ?? undefined}
          required
        />
        <SwitchField
          control={control}
          name="active"
          label="Konto aktywne"
          description={accessLocked ?? 'Wyłączona osoba traci dostęp natychmiast.'}
          disabled={accessLocked !== null}
          mt={28}
        />
      </FormSection>
      <FormSection title="Powiadomienia" columns={2} hint="O czym pisać na adres e-mail tej osoby.">
        <SwitchField control={control} name="isNotifyOnPurchase" label="Nowe kontrakty zakupu" />
        <SwitchField control={control} name="isNotifyOnSales" label="Nowe kontrakty sprzedaży" />
      </FormSection>
    </>
  );
}

/** The fields of a password for another user, typed or generated. */
export function UserPasswordFields({ form, isNew }: { form: UserForm; isNew: boolean }) {
  const { control } = form;
  const password = useWatch({ control, name: 'password' });
  const [isShown, setShown] = useState(false);
  const generate = () => {
    const generated = generatePassword();
    form.setValue('password', generated, { shouldDirty: true, shouldValidate: true });
    form.setValue('repeatPassword', generated, { shouldDirty: true, shouldValidate: true });
    setShown(true);
    void navigator.clipboard
      ?.writeText(generated)
      .then(() => notifySuccess('Hasło jest w schowku. Przekaż je tej osobie bezpiecznie.'))
      .catch(() => undefined);
  };
  return (
    <FormSection
      title={isNew ? 'Hasło na start' : 'Nowe hasło'}
      columns={2}
      hint={
        isNew
          ? 'Osoba zmieni je przy pierwszym logowaniu.'
          : 'Zostaw puste, żeby nie zmieniać. Po zmianie osoba zostanie wylogowana i ustawi własne hasło.'
      }
      action={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={generate}
        >
          Wygeneruj hasło
        </Button>
      }
    >
      <PasswordField
        control={control}
        name="password"
        label="Hasło"
        autoComplete="new-password"
        visible={isShown}
        onVisibilityChange={setShown}
        required={isNew}
      />
      <PasswordField
        control={control}
        name="repeatPassword"
        label="Powtórz hasło"
        autoComplete="new-password"
        visible={isShown}
        onVisibilityChange={setShown}
        required={isNew}
      />
      {password === '' ? null : (
        <WideField>
          <Group>
            <PasswordRules password={password} />
          </Group>
        </WideField>
      )}
    </FormSection>
  );
}

const GROUPS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!?#%+-=@'] as const;
const LENGTH = 14;

const randomCharacter = (from: string) => from[randomBelow(from.length)] ?? '';

/** Generates a password that meets the five rules, without characters that look alike. */
export function generatePassword(): string {
  const all = GROUPS.join('');
  const characters = [
    ...GROUPS.map((group) => randomCharacter(group)),
    ...Array.from({ length: LENGTH - GROUPS.length }, () => randomCharacter(all)),
  ];
  // a Fisher–Yates shuffle, because the first four characters are always one of each group
  for (let last = characters.length - 1; last > 0; last--) {
    const other = randomBelow(last + 1);
    [characters[last], characters[other]] = [characters[other] ?? '', characters[last] ?? ''];
  }
  return characters.join('');
}

/** Returns a uniform random number below `n`. Values that would favour small numbers are rejected. */
function randomBelow(n: number): number {
  const limit = Math.floor(2 ** 32 / n) * n;
  const box = new Uint32Array(1);
  do crypto.getRandomValues(box);
  while ((box[0] ?? 0) >= limit);
  return (box[0] ?? 0) % n;
}
