import { Button, Text, Tooltip } from '@mantine/core';
import { CONTACTS_SHOWN } from '@spichlerz/shared/domain/contractor';
import { normalisePhone } from '@spichlerz/shared/domain/phone';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractorRow } from '@spichlerz/shared/wire/contractors';
import { EMPTY } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { IconEdit, IconEye, IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { contractorExport, contractorListQuery } from '../../api/contractors.ts';
import { listBodyOf } from '../../api/list-request.ts';
import { columnsOf } from '../../components/columns.tsx';
import { ViewsMenu } from '../../components/list-views/views-menu.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ListPage } from '../../ui/table/list-page.tsx';
import { defineListParams, useListParams } from '../../ui/table/list-params.ts';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { useColumns } from '../../ui/table/use-columns.ts';
import { ContractorDetailsDialog } from './contractor-details-dialog.tsx';
import {
  contractorLink,
  contractorListLink,
  createContractorLink,
  importContractorsLink,
} from './contractor-links.ts';
import { CONTRACTOR_TEXTS } from './contractor-texts.ts';
import { useContractorDelete } from './use-contractor-delete.ts';

const SORT = ['full_name', 'company_name', 'phone_number', 'nip', 'pesel'] as const;

/** Suppliers are sorted by name, recipients by code (specification 2, Data lists). */
const PARAMS = {
  purchase: defineListParams({ sort: SORT, order: 'full_name ASC' }),
  sales: defineListParams({ sort: SORT, order: 'company_name ASC' }),
} satisfies BySide<unknown>;

export function SuppliersPage() {
  return <ContractorsPage side="purchase" />;
}

export function RecipientsPage() {
  return <ContractorsPage side="sales" />;
}

const column = columnsOf<ContractorRow>();

const COLUMNS = [
  column.text(
    'fullName',
    { label: HEADERS.name, sort: 'full_name', width: 280, card: 'title' },
    (row) => row.fullName,
  ),
  column.text(
    'companyName',
    { label: HEADERS.companyName, sort: 'company_name', width: 160, card: 'figure', stays: true },
    (row) => row.companyName,
  ),
  column.text(
    'phoneNumber',
    { label: HEADERS.phone, sort: 'phone_number', width: 150, card: 'figure' },
    (row) => (row.phoneNumber === null ? null : normalisePhone(row.phoneNumber)),
  ),
  column.text('nip', { label: HEADERS.nip, sort: 'nip', width: 120, card: 'figure' }, (row) => row.nip),
  column.text('pesel', { label: HEADERS.pesel, sort: 'pesel', width: 130 }, (row) => row.pesel),
  column.cell('contacts', { label: HEADERS.contacts, width: 286 }, (row) => (
    <Contacts contacts={row.contacts} />
  )),
];

function ContractorsPage({ side }: { side: Side }) {
  const list = useListParams(PARAMS[side], { menuPath: contractorListLink[side].to });
  const listInput = listBodyOf(list.params);
  const query = useQuery(contractorListQuery(side, listInput));
  const navigate = useNavigate();
  const confirmDeletion = useContractorDelete(side);
  const [shown, setShown] = useState<ContractorRow | null>(null);
  const columns = useColumns(`contractors:${side}`, COLUMNS);
  const words = CONTRACTOR_TEXTS[side];
  const rowActions = (row: ContractorRow): RowAction[] => [
    {
      label: 'Szczegóły',
      icon: <IconEye size={16} aria-hidden />,
      onClick: () => setShown(row),
    },
    {
      label: 'Edytuj',
      shortcut: 'e',
      icon: <IconEdit size={16} aria-hidden />,
      onClick: () => void navigate(contractorLink[side](row.id)),
    },
    {
      label: 'Usuń',
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      disabledReason: words.inUse(row.usedIn),
      onClick: () => confirmDeletion(row),
    },
  ];
  return (
    <ListPage
      title={SIDE_LABELS[side].contractors}
      list={list}
      query={query}
      onExport={contractorExport(side, listInput)}
      columns={columns}
      views={<ViewsMenu list={contractorListLink[side].to} columns={columns} />}
      searchHint="Szukaj: nazwa, kod, NIP, PESEL, telefon"
      action={
        <>
          <ImportButton side={side} />
          <CreateButton side={side} />
        </>
      }
    >
      <DataTable
        label={SIDE_LABELS[side].contractors}
        columns={columns.shown}
        query={query}
        list={list}
        rowName={(row) => row.fullName}
        rowTarget={(row) => ({ onOpen: () => setShown(row) })}
        rowActions={rowActions}
        empty={{
          title: words.none,
          hint: 'Bez kontrahenta nie można dodać kontraktu.',
          action: <CreateButton side={side} />,
        }}
      />
      {shown === null ? null : (
        <ContractorDetailsDialog
          side={side}
          id={shown.id}
          name={shown.fullName}
          onClose={() => setShown(null)}
        />
      )}
    </ListPage>
  );
}

function CreateButton({ side }: { side: Side }) {
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      aria-keyshortcuts="n"
      renderRoot={(props: object) => <Link {...props} {...createContractorLink[side]} />}
    >
      {CONTRACTOR_TEXTS[side].add}
    </Button>
  );
}

function ImportButton({ side }: { side: Side }) {
  return (
    <Button
      variant="default"
      leftSection={<IconFileImport size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props: object) => <Link {...props} {...importContractorsLink[side]} />}
    >
      Importuj
    </Button>
  );
}

/** The cell shows the first contacts, and its tooltip shows all contacts. */
function Contacts({ contacts }: { contacts: ContractorRow['contacts'] }) {
  if (contacts.length === 0) return EMPTY;
  const names = contacts.map(contactName);
  const hidden = names.length - CONTACTS_SHOWN;
  const shown = names.slice(0, CONTACTS_SHOWN).join(', ');
  return (
    <Tooltip
      label={
        <Text fz="inherit" style={{ whiteSpace: 'pre-line' }}>
          {contacts.map(contactLine).join('\n')}
        </Text>
      }
    >
      <Text component="span" inherit truncate display="block">
        {hidden > 0 ? `${shown}… (+${hidden})` : shown}
      </Text>
    </Tooltip>
  );
}

type Contact = ContractorRow['contacts'][number];

function contactName(contact: Contact): string {
  return [contact.firstName, contact.lastName].filter(Boolean).join(' ') || contact.name;
}

function contactLine(contact: Contact): string {
  const person = contactName(contact);
  const phone = contact.phoneNumber === null ? null : normalisePhone(contact.phoneNumber);
  return [contact.name, person === contact.name ? null : person, phone, contact.email]
    .filter(Boolean)
    .join(', ');
}
