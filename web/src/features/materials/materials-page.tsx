import { Button } from '@mantine/core';
import { deleteRawMaterial, type RawMaterialRow } from '@spichlerz/shared/calls/materials';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { listBodyOf } from '../../api/list-request.ts';
import { rawMaterialExport, rawMaterialListQuery, rawMaterialUsageQuery } from '../../api/materials.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { useMe } from '../../api/session.ts';
import { columnsOf } from '../../components/columns.tsx';
import { deleteUnlessUsed } from '../../components/save/delete-unless-used.ts';
import { confirmAction } from '../../ui/overlay/confirm.ts';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ListPage } from '../../ui/table/list-page.tsx';
import { defineListParams, useListParams } from '../../ui/table/list-params.ts';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { materialLink } from './material-links.ts';
import { whyNotDelete } from './material-usage.tsx';

const params = defineListParams({ sort: ['name', 'display_order'], order: 'display_order ASC' });

const names = (items: readonly { name: string }[]) => items.map(({ name }) => name).join(', ');

const column = columnsOf<RawMaterialRow>();
const columns = [
  column.text('name', { label: HEADERS.name, sort: 'name', width: 160, card: 'title' }, (row) => row.name),
  column.text(
    'order',
    { label: HEADERS.displayOrder, sort: 'display_order', width: 170, card: 'rest' },
    (row) => String(row.displayOrder),
  ),
  column.text('qualities', { label: HEADERS.qualities, width: 320, card: 'figure' }, (row) =>
    row.qualityOptions.map(({ title }) => title).join(', '),
  ),
  column.text('parameters', { label: HEADERS.parameters, width: 280, card: 'figure' }, (row) =>
    names(row.parameters),
  ),
  column.text('variants', { label: HEADERS.variants, width: 220, card: 'figure' }, (row) =>
    names(row.variants),
  ),
];

/** The list of raw materials, which only administrators can edit. */
export function MaterialsPage() {
  const isAdmin = useMe().role === 'ADMIN';
  const list = useListParams(params, { menuPath: '/data/raw-material-list' });
  const listInput = listBodyOf(list.params);
  const query = useQuery(rawMaterialListQuery(listInput));
  const navigate = useNavigate();
  const invalidateTopic = useInvalidateTopic();
  const client = useQueryClient();
  const usages = useQuery(rawMaterialUsageQuery).data;
  const actions = (row: RawMaterialRow): RowAction[] => [
    {
      label: 'Edytuj',
      shortcut: 'e',
      icon: <IconEdit size={16} aria-hidden />,
      onClick: () => void navigate(materialLink(row.id)),
    },
    {
      label: 'Usuń',
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      disabledReason: whyNotDelete('Tego surowca', usages?.find(({ id }) => id === row.id)?.usedIn),
      onClick: () =>
        confirmAction({
          title: `Usunąć surowiec ${row.name}?`,
          message:
            'Surowiec zniknie razem z jakościami, parametrami i wariantami. Tej czynności nie można cofnąć.',
          confirmLabel: 'Usuń',
          danger: true,
          action: async () => {
            const isDeleted = await deleteUnlessUsed({
              name: row.name,
              remove: () => call(deleteRawMaterial, { params: { id: row.id } }),
              readReason: async () => {
                const fresh = await client.fetchQuery({ ...rawMaterialUsageQuery, staleTime: 0 });
                return whyNotDelete('Tego surowca', fresh.find(({ id }) => id === row.id)?.usedIn);
              },
            });
            if (!isDeleted) return;
            await invalidateTopic('material');
            notifySuccess(row.name, 'Usunięto surowiec');
          },
        }),
    },
  ];
  return (
    <ListPage
      title="Surowce"
      list={list}
      query={query}
      onExport={rawMaterialExport(listInput)}
      searchHint="Szukaj nazwy"
      action={isAdmin ? <CreateButton /> : undefined}
    >
      <DataTable
        label="Surowce"
        columns={columns}
        query={query}
        list={list}
        rowName={(row) => row.name}
        rowTarget={(row) => ({ link: materialLink(row.id) })}
        {...(isAdmin && { rowActions: actions })}
        empty={{ title: 'Nie ma jeszcze surowców', hint: 'Surowce dodaje administrator.' }}
      />
    </ListPage>
  );
}

function CreateButton() {
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      aria-keyshortcuts="n"
      renderRoot={(props: object) => <Link {...props} to="/data/raw-material-list/form" />}
    >
      Dodaj surowiec
    </Button>
  );
}
