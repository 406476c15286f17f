import { Badge, Group, Text } from '@mantine/core';
import type { InvoiceRow, InvoiceSum } from '@spichlerz/shared/wire/invoices';
import { formatDate, todayInWarsaw } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { IconCash, IconEdit, IconFileDiff, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { invoiceExport, invoiceListQuery } from '../../api/invoices.ts';
import { listBodyOf } from '../../api/list-request.ts';
import { useMe } from '../../api/session.ts';
import { columnsOf } from '../../components/columns.tsx';
import { ViewsMenu } from '../../components/list-views/views-menu.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { TabBar } from '../../ui/tab-bar.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { joinColumns } from '../../ui/table/joined-columns.ts';
import type { ListFilters } from '../../ui/table/list-filters.tsx';
import { ListButton } from '../../ui/table/list-outcome.tsx';
import { ListPage } from '../../ui/table/list-page.tsx';
import { useListParams } from '../../ui/table/list-params.ts';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { useColumns } from '../../ui/table/use-columns.ts';
import { formatMoney } from '../../words/format.ts';
import { counted, NOUN_FORMS } from '../../words/plural.ts';
import { CorrectionDialog } from './correction-dialog.tsx';
import { CorrectionRemovalDialog } from './correction-removal-dialog.tsx';
import { InvoiceDialog } from './invoice-dialog.tsx';
import {
  type InvoiceKind,
  type InvoiceListParams,
  invoiceListParams,
  KIND_LINKS,
  RANGES,
} from './invoice-list-params.ts';
import { useInvoicePayment } from './use-invoice-payment.ts';

const TABS = [
  { value: 'PURCHASE', label: 'Zakup' },
  { value: 'SALES', label: 'Sprzedaż' },
  { value: 'FREIGHT', label: 'Fracht' },
] as const;

const CONTRACTOR_HEADERS: Record<InvoiceKind, string> = {
  PURCHASE: 'Dostawca',
  SALES: 'Odbiorca',
  FREIGHT: 'Przewoźnik',
};

const KIND_WORDS: Record<InvoiceKind, string> = {
  PURCHASE: 'zakupu',
  SALES: 'sprzedaży',
  FREIGHT: 'za fracht',
};

export const PurchaseInvoicesPage = () => <InvoicesPage kind="PURCHASE" />;
export const SalesInvoicesPage = () => <InvoicesPage kind="SALES" />;
export const FreightInvoicesPage = () => <InvoicesPage kind="FREIGHT" />;

const column = columnsOf<InvoiceRow>();

const columnsOfKind = (kind: InvoiceKind) => [
  column.cell(
    'number',
    { label: HEADERS.invoiceNumber, sort: 'number', width: 130, card: 'title' },
    ({ number, corrects }) =>
      corrects === null ? (
        number
      ) : (
        <>
          {number}
          <Text fz={13} c="dimmed" truncate>{`korekta do ${corrects.number}`}</Text>
        </>
      ),
  ),
  column.text(
    'contractor',
    { label: CONTRACTOR_HEADERS[kind], sort: 'contractor', width: 180, card: 'figure', stays: true },
    (row) => row.contractor.name,
  ),
  column.cell(
    'dueDate',
    { label: HEADERS.paymentDate, sort: 'due_date', width: 175, card: 'figure' },
    (row) => (
      <Group gap={6} wrap="nowrap">
        {formatDate(row.dueDate)}
        {isOverdue(row) ? (
          <Badge color="red" size="sm">
            Po terminie
          </Badge>
        ) : null}
      </Group>
    ),
  ),
  column.money(
    'amount',
    { label: HEADERS.amount, sort: 'amount', width: 125, card: 'figure' },
    (row) => row.amount,
    (row) => row.currency,
  ),
  column.flag('paid', { label: HEADERS.paid, width: 84, card: 'rest' }, (row) => row.isPaid),
  joinColumns(
    column.quantity('quantity', { label: HEADERS.quantity, card: 'rest' }, (row) =>
      row.corrects === null ? row.quantity : null,
    ),
    column.text('transportCount', { label: HEADERS.transportCount, align: 'end', card: 'rest' }, (row) =>
      row.transportCount === 0 ? null : counted(row.transportCount, NOUN_FORMS.transports),
    ),
    { width: 130 },
  ),
  joinColumns(
    column.text('ksefNumber', { label: HEADERS.ksefNumber, card: 'rest' }, (row) => row.ksefNumber),
    column.date(
      'issueDate',
      { label: HEADERS.issueDate, sort: 'issue_date', card: 'rest' },
      (row) => row.issueDate,
    ),
    { width: 312 },
  ),
];

const COLUMNS = {
  PURCHASE: columnsOfKind('PURCHASE'),
  SALES: columnsOfKind('SALES'),
  FREIGHT: columnsOfKind('FREIGHT'),
};

const isOverdue = ({ isPaid, dueDate }: InvoiceRow): boolean =>
  !isPaid && dueDate !== null && dueDate < todayInWarsaw();

/** The invoices of one kind: from suppliers, to recipients or from carriers. */
function InvoicesPage({ kind }: { kind: InvoiceKind }) {
  const { to } = KIND_LINKS[kind];
  const list = useListParams(invoiceListParams, { menuPath: KIND_LINKS.PURCHASE.to });
  const body = listBodyOf(list.params);
  const listInput = { ...body, filter: { ...body.filter, kind } };
  const query = useQuery(invoiceListQuery(listInput));
  const columns = useColumns(`invoices:${kind}`, COLUMNS[kind]);
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const isAdmin = useMe().role === 'ADMIN';
  const confirmPayment = useInvoicePayment();
  const rowActions = (row: InvoiceRow): RowAction[] => [
    {
      label: 'Edytuj',
      shortcut: 'e',
      icon: <IconEdit size={16} aria-hidden />,
      onClick: () => setOpened({ kind: 'invoice', row }),
    },
    {
      label: 'Oznacz jako opłaconą',
      icon: <IconCash size={16} aria-hidden />,
      disabledReason: whyNotPay(row),
      onClick: () => confirmPayment(row),
    },
    row.corrects === null
      ? {
          label: 'Wystaw korektę',
          icon: <IconFileDiff size={16} aria-hidden />,
          onClick: () => setOpened({ kind: 'correction', row }),
        }
      : {
          label: 'Usuń korektę',
          icon: <IconTrash size={16} aria-hidden />,
          danger: true,
          disabledReason: isAdmin ? null : 'Korektę może usunąć tylko administrator.',
          onClick: () => setOpened({ kind: 'removal', row }),
        },
  ];
  return (
    <>
      <ListPage
        title="Faktury"
        list={list}
        query={query}
        onExport={invoiceExport(listInput)}
        columns={columns}
        views={<ViewsMenu list={to} columns={columns} />}
        searchHint="Szukaj: nr faktury, kontrahent, nr KSeF, nr rej."
        filters={FILTERS}
        tabs={
          <TabBar
            label="Rodzaj faktury"
            value={kind}
            tabs={TABS}
            onChange={(next) => void navigate(KIND_LINKS[next])}
          />
        }
      >
        <Sums sums={query.data?.sums ?? []} />
        <DataTable
          label="Faktury"
          columns={columns.shown}
          query={query}
          list={list}
          rowName={(row) => row.number}
          rowTarget={(row) => ({ onOpen: () => setOpened({ kind: 'invoice', row }) })}
          rowActions={rowActions}
          empty={{
            title: `Nie ma jeszcze faktur ${KIND_WORDS[kind]}`,
            hint: 'Faktura powstaje, gdy jej numer zostanie zapisany przy rozliczeniu lub transporcie.',
            // The total counts the invoices of all kinds. A kind without invoices also shows this text, because
            // the total is not 0.
            byDefault: {
              title: `Nie ma nieopłaconych faktur ${KIND_WORDS[kind]}`,
              hint: 'Opłacone zobaczysz, gdy pokażesz wszystkie.',
              action: (
                <ListButton label="Pokaż wszystkie faktury" onPress={() => list.change({ isPaid: null })} />
              ),
            },
          }}
        />
      </ListPage>
      {opened === null ? null : <OpenedDialog {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}

type Opened = { kind: 'invoice' | 'correction' | 'removal'; row: InvoiceRow };

function OpenedDialog({ kind, row, onClose }: Opened & { onClose: () => void }) {
  if (kind === 'correction') return <CorrectionDialog invoice={row} onClose={onClose} />;
  if (kind === 'removal') return <CorrectionRemovalDialog correction={row} onClose={onClose} />;
  return <InvoiceDialog invoice={row} onClose={onClose} />;
}

function whyNotPay({ isPaid, dueDate, corrects }: InvoiceRow): string | null {
  if (corrects !== null) return `Korekta jest opłacana razem z fakturą ${corrects.number}.`;
  if (isPaid) return 'Ta faktura jest już opłacona.';
  return dueDate === null ? 'Ta faktura nie ma terminu płatności. Uzupełnij go w jej danych.' : null;
}

/** The sums of all rows that match the filters, per currency. */
function Sums({ sums }: { sums: readonly InvoiceSum[] }) {
  return (
    <Text fz="sm" component="output" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {sums.length === 0
        ? '\u00a0'
        : sums
            .map(
              ({ currency, amount, unpaid }) =>
                `Razem ${formatMoney(amount, currency)}, do zapłaty ${formatMoney(unpaid, currency)}`,
            )
            .join(' · ')}
    </Text>
  );
}

const InvoiceFilterFields = lazyComponent(
  async () => (await import('./invoice-filter-fields.tsx')).InvoiceFilterFields,
);

const flagChip = (yes: string, no: string) => (value: boolean | null) =>
  value === null ? null : value ? yes : no;

const FILTERS: ListFilters<InvoiceListParams> = {
  fields: (props) => <InvoiceFilterFields {...props} />,
  ranges: Object.values(RANGES),
  chips: {
    isPaid: flagChip('Opłacone', 'Nieopłacone'),
    isOverdue: flagChip('Po terminie', 'Nie po terminie'),
    withoutKsef: flagChip('Bez numeru KSeF', 'Z numerem KSeF'),
    currency: (value) => (value === null ? null : `Waluta: ${value}`),
    dueDateFrom: (day) => `Termin płatności od ${formatDate(day)}`,
    dueDateTo: (day) => `Termin płatności do ${formatDate(day)}`,
    issueDateFrom: (day) => `Wystawione od ${formatDate(day)}`,
    issueDateTo: (day) => `Wystawione do ${formatDate(day)}`,
  },
};
