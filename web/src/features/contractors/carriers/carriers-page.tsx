import { Button } from '@mantine/core';
import { normalisePhone } from '@spichlerz/shared/domain/phone';
import type { CarrierRow } from '@spichlerz/shared/wire/carriers';
import { formatAddress } from '@spichlerz/shared/words/address';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { IconEdit, IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { carrierExport, carrierListQuery } from '../../../api/carriers.ts';
import { listBodyOf } from '../../../api/list-request.ts';
import { columnsOf } from '../../../components/columns.tsx';
import { ViewsMenu } from '../../../components/list-views/views-menu.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ListPage } from '../../../ui/table/list-page.tsx';
import { defineListParams, useListParams } from '../../../ui/table/list-params.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { useColumns } from '../../../ui/table/use-columns.ts';
import { carrierLink, carrierListLink, createCarrierLink, importCarriersLink } from './carrier-links.ts';
import { CarrierNames } from './carrier-names.tsx';
import { carrierInUse, useCarrierDelete } from './use-carrier-delete.ts';

const PARAMS = defineListParams({
  sort: ['company_name', 'nip', 'phone_number'] as const,
  order: 'company_name ASC',
});

const column = columnsOf<CarrierRow>();

const COLUMNS = [
  column.text(
    'companyName',
    { label: HEADERS.name, sort: 'company_name', width: 280, card: 'title' },
    (row) => row.companyName,
  ),
  column.text('nip', { label: HEADERS.nip, sort: 'nip', width: 120, card: 'figure' }, (row) => row.nip),
  column.text(
    'phoneNumber',
    { label: HEADERS.phone, sort: 'phone_number', width: 150, card: 'figure' },
    (row) => (row.phoneNumber === null ? null : normalisePhone(row.phoneNumber)),
  ),
  column.text('email', { label: 'E-mail', width: 200 }, (row) => row.email),
  column.text('address', { label: 'Adres', width: 260 }, formatAddress),
  column.cell(
    'transportCount',
    { label: 'Transporty', width: 110, align: 'end', card: 'figure' },
    (row) => row.transportCount,
  ),
];

export function CarriersPage() {
  const list = useListParams(PARAMS, { menuPath: carrierListLink.to });
  const listInput = listBodyOf(list.params);
  const query = useQuery(carrierListQuery(listInput));
  const navigate = useNavigate();
  const confirmDeletion = useCarrierDelete();
  const columns = useColumns('carriers', COLUMNS);
  const open = (row: CarrierRow) => void navigate(carrierLink(row.id));
  const rowActions = (row: CarrierRow): RowAction[] => [
    { label: 'Edytuj', shortcut: 'e', icon: <IconEdit size={16} aria-hidden />, onClick: () => open(row) },
    {
      label: 'Usuń',
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      disabledReason: carrierInUse(row),
      onClick: () => confirmDeletion(row),
    },
  ];
  return (
    <ListPage
      title="Przewoźnicy"
      list={list}
      query={query}
      onExport={carrierExport(listInput)}
      columns={columns}
      views={<ViewsMenu list={carrierListLink.to} columns={columns} />}
      searchHint="Szukaj: nazwa, NIP, telefon, miejscowość"
      action={
        <>
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
            renderRoot={(props: object) => <Link {...props} {...importCarriersLink} />}
          >
            Importuj
          </Button>
          <CreateButton />
        </>
      }
    >
      <CarrierNames />
      <DataTable
        label="Przewoźnicy"
        columns={columns.shown}
        query={query}
        list={list}
        rowName={(row) => row.companyName}
        rowTarget={(row) => ({ onOpen: () => open(row) })}
        rowActions={rowActions}
        empty={{
          title: 'Nie ma jeszcze przewoźników',
          hint: 'Przewoźnik z kartoteki ma na zleceniu transportowym adres i NIP.',
          action: <CreateButton />,
        }}
      />
    </ListPage>
  );
}

function CreateButton() {
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      aria-keyshortcuts="n"
      renderRoot={(props: object) => <Link {...props} {...createCarrierLink} />}
    >
      Dodaj przewoźnika
    </Button>
  );
}
