import { Badge, Button } from '@mantine/core';
import type { UserRow } from '@spichlerz/shared/wire/users';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { accountLabel } from '@spichlerz/shared/words/statuses';
import { IconEdit, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useNavigate } from '@tanstack/react-router';
import { listBodyOf } from '../../api/list-request.ts';
import { userExport, userListQuery } from '../../api/users.ts';
import { columnsOf } from '../../components/columns.tsx';
import { RoleBadge } from '../../components/status-badge.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ListPage } from '../../ui/table/list-page.tsx';
import { defineListParams, useListParams } from '../../ui/table/list-params.ts';

const params = defineListParams({
  sort: ['first_name', 'last_name', 'email', 'role'],
  order: 'first_name ASC',
});

const column = columnsOf<UserRow>();
const columns = [
  column.text(
    'firstName',
    { label: HEADERS.firstName, sort: 'first_name', width: 140, card: 'title' },
    (row) => row.firstName,
  ),
  column.text(
    'lastName',
    { label: HEADERS.lastName, sort: 'last_name', width: 160, card: 'title' },
    (row) => row.lastName,
  ),
  column.text(
    'email',
    { label: HEADERS.email, sort: 'email', width: 240, card: 'figure' },
    (row) => row.email,
  ),
  column.cell('role', { label: HEADERS.role, sort: 'role', card: 'figure' }, (row) => (
    <RoleBadge role={row.role} />
  )),
  column.cell('active', { label: HEADERS.account, card: 'figure' }, (row) => (
    <Badge color={row.active ? 'field' : 'red'}>{accountLabel(row.active)}</Badge>
  )),
];

const formLink = (id: number) => linkOptions({ to: '/users/form/$id', params: { id: String(id) } });

/** All users, for administrators. */
export function UsersPage() {
  const list = useListParams(params, { menuPath: '/users' });
  const listInput = listBodyOf(list.params);
  const query = useQuery(userListQuery(listInput));
  const navigate = useNavigate();
  return (
    <ListPage
      title="Użytkownicy"
      list={list}
      query={query}
      onExport={userExport(listInput)}
      searchHint="Szukaj: imię, nazwisko, e-mail"
      action={
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-keyshortcuts="n"
          renderRoot={(props: object) => <Link {...props} to="/user/create" />}
        >
          Dodaj użytkownika
        </Button>
      }
    >
      <DataTable
        label="Użytkownicy"
        columns={columns}
        query={query}
        list={list}
        rowHeight={80}
        rowName={nameOf}
        rowTarget={(row) => ({ link: formLink(row.id) })}
        rowActions={(row) => [
          {
            label: 'Edytuj',
            shortcut: 'e',
            icon: <IconEdit size={16} aria-hidden />,
            onClick: () => void navigate(formLink(row.id)),
          },
        ]}
        empty={{ title: 'Nie ma jeszcze użytkowników' }}
      />
    </ListPage>
  );
}

function nameOf(row: UserRow): string {
  return `${row.firstName} ${row.lastName}`;
}
