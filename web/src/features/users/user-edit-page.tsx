import { Anchor, Text } from '@mantine/core';
import { changeUser, type UserRecord } from '@spichlerz/shared/calls/users';
import { NOT_ENDED_STATUSES } from '@spichlerz/shared/domain/contract';
import { whyNotChangeAccess } from '@spichlerz/shared/domain/role';
import { ROLE_LABELS } from '@spichlerz/shared/words/statuses';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { contractListQuery } from '../../api/contracts.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { useMe } from '../../api/session.ts';
import { userListQuery, userQuery } from '../../api/users.ts';
import { AuditSection } from '../../components/audit-log/audit-section.tsx';
import { AddressForm } from '../../components/field/user-address-form.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import type { FieldDescriptions } from '../../components/save/record-changes.ts';
import { useVersionedSave } from '../../components/save/use-versioned-save.tsx';
import { RoleBadge } from '../../components/status-badge.tsx';
import { useBreadcrumbs } from '../../components/use-breadcrumbs.ts';
import { FormSection, FormShell } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { Page } from '../../ui/page.tsx';
import { storedListLink } from '../../ui/table/stored-search.ts';
import { formatCount } from '../../words/plural.ts';
import { changeSchema, UserFields, UserPasswordFields, type UserValues } from './user-form.tsx';

export function UserEditPage() {
  const id = Number(useParams({ from: '/app/admin/users/form/$id' }).id);
  const query = useQuery(userQuery(id));
  return <QueryBoundary query={query}>{(user) => <UserEdit key={user.id} user={user} />}</QueryBoundary>;
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

/**
 * The sentences for the confirmation of a deactivation. The user's open contracts stay assigned to the
 * deactivated user.
 */
function useOpenContractsWarning(ownerId: number): string[] {
  const query = { ownerId: [ownerId], contractStatus: [...NOT_ENDED_STATUSES], limit: 1 };
  const purchases = useQuery(contractListQuery('purchase', query)).data?.filtered;
  const sales = useQuery(contractListQuery('sales', query)).data?.filtered;
  if (purchases === undefined || sales === undefined)
    return ['Liczba niezakończonych kontraktów tej osoby nie jest znana, bo nie udało się jej wczytać.'];
  if (purchases + sales === 0) return [];
  return [
    `Prowadzi niezakończone kontrakty (zakup: ${formatCount(purchases)}, sprzedaż: ${formatCount(sales)}), które pozostaną przypisane do tej osoby, dopóki ich nie przekażesz.`,
  ];
}

const text = (label: string) => ({ label, show: (value: string) => value });
const yesNo = (label: string) => ({ label, show: (value: boolean) => (value ? 'tak' : 'nie') });
const secret = { label: 'Hasło', show: (value: string) => (value === '' ? 'bez zmian' : 'nowe') };
const FIELD_DESCRIPTIONS: FieldDescriptions<UserValues> = {
  firstName: text('Imię'),
  lastName: text('Nazwisko'),
  email: text('E-mail'),
  role: { label: 'Rola', show: (role) => (role === null ? '-' : ROLE_LABELS[role]) },
  active: yesNo('Konto aktywne'),
  isNotifyOnPurchase: yesNo('Powiadomienia: nowe kontrakty zakupu'),
  isNotifyOnSales: yesNo('Powiadomienia: nowe kontrakty sprzedaży'),
  password: secret,
  repeatPassword: { ...secret, label: 'Powtórzone hasło' },
};

export function UserEdit({ user }: { user: UserRecord }) {
  const me = useMe();
  const isOwn = me.id === user.id;
  const form = useZodForm(changeSchema, valuesOf(user));
  const client = useQueryClient();
  const navigate = useNavigate();
  const invalidateTopic = useInvalidateTopic();
  const accessLocked = useAccessLockReason(user);
  const versioned = useVersionedSave({
    form,
    schema: changeSchema,
    record: user,
    valuesOf,
    descriptions: FIELD_DESCRIPTIONS,
    fetchFresh: () => client.fetchQuery({ ...userQuery(user.id), staleTime: 0 }),
    save: ({ repeatPassword: _repeat, password, ...changed }, base) => {
      // the form has no field for the gender, and the call clears a missing value
      const gender = base.gender ?? undefined;
      const body = { ...changed, gender, ...(password === '' ? {} : { password }), version: base.version };
      return call(changeUser, { params: { id: user.id }, body });
    },
  });
  const openContracts = useOpenContractsWarning(user.id);
  const name = `${user.firstName} ${user.lastName}`;
  useBreadcrumbs(name);
  const [isAddressChanged, setAddressChanged] = useState(false);
  const toList = () => void navigate(storedListLink('/users'));
  return (
    <Page title={name} badge={<RoleBadge role={user.role} />}>
      <FormShell
        form={form}
        onCancel={toList}
        confirm={({ active }) =>
          user.active && !active
            ? {
                title: 'Wyłączyć konto?',
                message: [
                  `${name} straci dostęp od razu, na wszystkich urządzeniach.`,
                  ...openContracts,
                ].join(' '),
                confirmLabel: 'Wyłącz konto',
                danger: true,
              }
            : null
        }
        onSave={async (values) => {
          const { firstName, lastName } = await versioned.save(values);
          await invalidateTopic('user');
          return `${firstName} ${lastName}`;
        }}
        onSaved={(savedName) => {
          notifySuccess(savedName, 'Zapisano użytkownika');
          // The user data are saved, even if a live change marks the form as changed. Only an unsaved address
          // needs a prompt.
          void navigate({ ...storedListLink('/users'), ignoreBlocker: !isAddressChanged });
        }}
      >
        {versioned.notice}
        <UserFields form={form} accessLocked={accessLocked} />
        {isOwn ? (
          <FormSection title="Hasło" columns={1}>
            <Text fz="sm">
              Własne hasło zmienisz na stronie{' '}
              <Anchor
                fz="sm"
                underline="always"
                renderRoot={(props: object) => <Link {...props} to="/my-account" />}
              >
                Moje konto
              </Anchor>
              .
            </Text>
          </FormSection>
        ) : (
          <UserPasswordFields form={form} isNew={false} />
        )}
      </FormShell>
      <AddressForm userId={user.id} onDirtyChange={setAddressChanged} />
      <AuditSection entity="user" entityId={user.id} />
      {versioned.dialog}
    </Page>
  );
}

/**
 * Returns why the role and the account status cannot be changed, by the same rule as on the server, or null.
 */
function useAccessLockReason(user: UserRecord): string | null {
  const isSelf = useMe().id === user.id;
  const isAdmin = user.role === 'ADMIN' && user.active;
  const admins = useQuery({
    ...userListQuery({ limit: 100, offset: 0, orderBy: 'role ASC' }),
    enabled: isAdmin,
  });
  const others = admins.data?.list.filter(
    ({ id, role, active }) => role === 'ADMIN' && active && id !== user.id,
  );
  const now = { role: user.role, isActive: user.active };
  const to = { ...now, isActive: !now.isActive };
  const isLast = others?.length === 0 && whyNotChangeAccess({ ...now, isSelf: false }, to, 0) !== null;
  if (isLast) return 'To jedyny aktywny administrator. Najpierw nadaj tę rolę komuś jeszcze.';
  const isOwnRule = whyNotChangeAccess({ ...now, isSelf }, to, 1) !== null;
  return isOwnRule ? 'Własnej roli i konta nie można zmienić samemu.' : null;
}
