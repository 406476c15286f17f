import { createUser } from '@spichlerz/shared/calls/users';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { FormShell } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { storedListLink } from '../../ui/table/stored-search.ts';
import { createSchema, UserFields, UserPasswordFields, type UserValues } from './user-form.tsx';

const EMPTY: UserValues = {
  firstName: '',
  lastName: '',
  email: '',
  role: 'USER',
  active: true,
  isNotifyOnPurchase: false,
  isNotifyOnSales: false,
  password: '',
  repeatPassword: '',
};

export function UserCreatePage() {
  const form = useZodForm(createSchema, EMPTY);
  const navigate = useNavigate();
  const invalidateTopic = useInvalidateTopic();
  const toList = () => void navigate(storedListLink('/users'));
  return (
    <Page title="Nowy użytkownik">
      <FormShell
        form={form}
        isNew
        onCancel={toList}
        onSave={async ({ repeatPassword: _repeat, ...user }) => {
          await call(createUser, { body: user });
          await invalidateTopic('user');
          return `${user.firstName} ${user.lastName}`;
        }}
        onSaved={(name) => {
          notifySuccess(name, 'Dodano użytkownika');
          toList();
        }}
      >
        <UserFields form={form} accessLocked={null} />
        <UserPasswordFields form={form} isNew />
      </FormShell>
    </Page>
  );
}
