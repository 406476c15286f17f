import { changeUser, type UserRecord } from '@spichlerz/shared/wire/users';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useMe } from '../../api/session.ts';
import { userQuery } from '../../api/users.ts';
import { useAfterChange } from '../../components/after-change.ts';
import { usePageTrail } from '../../components/page-trail.ts';
import { RecordGate } from '../../components/record-gate.tsx';
import { RoleBadge } from '../../components/status-badge.tsx';
import { AddressForm } from '../../components/user-address-form.tsx';
import { FormShell } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { changeSchema, UserFields, type UserValues } from './user-form.tsx';

export function UserEditPage() {
  const id = Number(useParams({ strict: false }).id);
  const query = useQuery(userQuery(id));
  return <RecordGate query={query}>{(user) => <UserEdit key={user.version} user={user} />}</RecordGate>;
}

function valuesOf(user: UserRecord): UserValues {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    role: user.role,
    active: user.active,
    isNotifyOnPurchase: user.isNotifyOnPurchase,
    isNotifyOnSales: user.isNotifyOnSales,
    password: '',
    repeatPassword: '',
  };
}

function UserEdit({ user }: { user: UserRecord }) {
  const me = useMe();
  const form = useZodForm(changeSchema, valuesOf(user));
  const navigate = useNavigate();
  const afterChange = useAfterChange();
  const name = `${user.firstName} ${user.lastName}`;
  usePageTrail(name);
  const toList = () => void navigate({ to: '/users' });
  return (
    <Page title={name} badge={<RoleBadge role={user.role} />}>
      <FormShell
        form={form}
        onCancel={toList}
        confirm={({ active }) =>
          user.active && !active
            ? {
                title: 'Wyłączyć konto?',
                message: `${name} straci dostęp od razu, na wszystkich urządzeniach.`,
                confirmLabel: 'Wyłącz konto',
                danger: true,
              }
            : null
        }
        onSave={async ({ repeatPassword: _repeat, password, ...changed }) => {
          const body = { ...changed, ...(password === '' ? {} : { password }), version: user.version };
          await call(changeUser, { params: { id: user.id }, body });
          await afterChange('user');
        }}
        onSaved={() => {
          notifySuccess(name, 'Zapisano użytkownika');
          toList();
        }}
      >
        <UserFields
          form={form}
          isNew={false}
          accessLocked={me.id === user.id ? 'Własnej roli i konta nie można zmienić samemu.' : null}
        />
      </FormShell>
      <AddressForm userId={user.id} />
    </Page>
  );
}
