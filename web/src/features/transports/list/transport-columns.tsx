import {
  isOverdueInvoice,
  type OverdueInvoice,
  type TransportAttention,
} from '@spichlerz/shared/domain/attention';
import type { Role } from '@spichlerz/shared/domain/role';
import { type BySide, COUNTERPART, type Side } from '@spichlerz/shared/domain/side';
import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { columnsOf } from '../../../components/columns.tsx';
import type { CardSlot, ListColumn } from '../../../ui/table/data-table-props.ts';
import type { DashboardTab } from '../../contracts/contract-links.ts';
import { ContractRef } from '../../contracts/contract-ref.tsx';
import type { OpenTransport } from '../transport-dialogs.tsx';
import { TransportStatusMenu } from './transport-status-menu.tsx';

const column = columnsOf<TransportRow>();

const PARTY = {
  purchase: (row: TransportRow) => row.purchaseSupplier,
  sales: (row: TransportRow) => row.salesRecipient,
};

const registration = column.text(
  'registrationNumber',
  { label: HEADERS.registrationNumber, sort: 'registration_number', width: 140, card: 'title' },
  (row) => row.registrationNumber,
);

const status = (role: Role, onOpen: OpenTransport) =>
  column.cell('status', { label: HEADERS.status, sort: 'status', card: 'figure' }, (row) => (
    <TransportStatusMenu row={row} role={role} onOpen={onOpen} />
  ));

/** The contract of a side, with a link to its transports or settlements, and its contractor. */
const contractOf = (side: Side, tab: DashboardTab): readonly ListColumn<TransportRow>[] => [
  column.cell(`${side}Contract`, { label: SIDE_LABELS[side].contract, width: 140, card: 'rest' }, (row) => (
    <ContractRef side={side} contract={PARTY[side](row)} tab={tab} />
  )),
  column.text(
    `${side}Contractor`,
    { label: SIDE_LABELS[side].contractor, width: 180, card: 'figure' },
    (row) => PARTY[side](row).name,
  ),
];
const CONTRACT: BySide<readonly ListColumn<TransportRow>[]> = {
  purchase: contractOf('purchase', 'transport'),
  sales: contractOf('sales', 'transport'),
};
const SETTLED_CONTRACT: typeof CONTRACT = {
  purchase: contractOf('purchase', 'settlement'),
  sales: contractOf('sales', 'settlement'),
};

/**
 * The attentions of each side that concern statements and invoices; freight invoices are handled on the
 * transport.
 */
const SETTLEMENT_ATTENTIONS: BySide<readonly (TransportAttention | null)[]> = {
  purchase: ['PURCHASE_TO_SETTLE', 'PURCHASE_TO_INVOICE', 'PURCHASE_OVERDUE'],
  sales: ['SALES_TO_SETTLE', 'SALES_TO_INVOICE', 'SALES_OVERDUE'],
};

function contractFor(side: Side, attention: TransportAttention | null): readonly ListColumn<TransportRow>[] {
  return (SETTLEMENT_ATTENTIONS[side].includes(attention) ? SETTLED_CONTRACT : CONTRACT)[side];
}

// The ids are keys of remembered column settings.
const quantities = [
  column.quantity(
    'cargoQuantity',
    { label: HEADERS.quantity, sort: 'cargo_quantity', card: 'figure' },
    (row) => row.quantityKg,
  ),
  column.quantity(
    'realCargoQuantity',
    { label: HEADERS.realQuantity, sort: 'real_cargo_quantity', card: 'rest' },
    (row) => row.realQuantityKg,
  ),
];

const dates = [
  column.date(
    'dateLoading',
    { label: HEADERS.loading, sort: 'date_loading', card: 'rest' },
    (row) => row.dateLoading,
  ),
  column.date(
    'dateUnloading',
    { label: HEADERS.unloading, sort: 'date_unloading', card: 'rest' },
    (row) => row.dateUnloading,
  ),
];

const carrier = column.text(
  'carrierName',
  { label: HEADERS.carrier, sort: 'carrier_name', width: 180, card: 'rest' },
  (row) => row.carrierName,
);

const pricePerTonne = column.price(
  'pricePerTon',
  { label: HEADERS.freightPerTonne, sort: 'price_per_ton', card: 'rest' },
  (row) => row.freightPerTonne,
  (row) => row.currency,
);

const comment = column.text(
  'comment',
  { label: HEADERS.comment, width: 200, card: 'rest' },
  (row) => row.comment,
);

const details = [
  column.text('cargoName', { label: HEADERS.rawMaterial, width: 130, card: 'rest' }, (row) => row.cargoName),
  column.text('driverName', { label: HEADERS.driver, width: 150, card: 'rest' }, (row) => row.driverName),
  column.text(
    'phoneNumber',
    { label: HEADERS.driverPhone, width: 140, card: 'rest' },
    (row) => row.phoneNumber,
  ),
];

type InvoiceParty = 'transport' | Side;

const INVOICE_LABELS: Record<InvoiceParty, { readonly number: string; readonly due: string }> = {
  transport: { number: HEADERS.freightInvoiceNumber, due: HEADERS.freightPaymentDate },
  purchase: { number: HEADERS.purchaseInvoiceNumber, due: HEADERS.purchasePaymentDate },
  sales: { number: HEADERS.salesInvoiceNumber, due: HEADERS.salesPaymentDate },
};

const AMOUNTS: Record<InvoiceParty, ListColumn<TransportRow>> = {
  transport: column.money(
    'realTransportPrice',
    { label: HEADERS.freight, card: 'rest' },
    (row) => row.freightAmount,
    (row) => row.currency,
  ),
  purchase: amountOf('purchase', HEADERS.purchaseAmount),
  sales: amountOf('sales', HEADERS.salesAmount),
};

function amountOf(side: Side, label: string): ListColumn<TransportRow> {
  return column.money(
    `${side}Amount`,
    { label, card: 'rest' },
    (row) => row[`${side}Amount`],
    (row) => row[`${side}Currency`],
  );
}

/** Columns of an invoice: number, due date and amount; sortable by due date where the API supports it. */
function invoiceOf(party: InvoiceParty, sorts: { sort?: 'payment_date' } = {}): ListColumn<TransportRow>[] {
  const { number, due } = INVOICE_LABELS[party];
  return [
    column.text(
      `${party}InvoiceNumber`,
      { label: number, width: 150, card: 'rest' },
      (row) => row[`${party}InvoiceNumber`],
    ),
    column.date(
      `${party}PaymentDate`,
      { label: due, card: 'rest', ...sorts },
      (row) => row[`${party}PaymentDate`],
    ),
    AMOUNTS[party],
  ];
}

const BY_PAYMENT_DATE = { sort: 'payment_date' } as const;

/** A list of overdue invoices starts with the invoice and its contractor or carrier. */
const OVERDUE_COLUMNS: Record<OverdueInvoice, readonly ListColumn<TransportRow>[]> = {
  PURCHASE_OVERDUE: [...invoiceOf('purchase', BY_PAYMENT_DATE), ...SETTLED_CONTRACT.purchase],
  SALES_OVERDUE: [...invoiceOf('sales', BY_PAYMENT_DATE), ...SETTLED_CONTRACT.sales],
  FREIGHT_OVERDUE: [...invoiceOf('transport', BY_PAYMENT_DATE), carrier],
};

/** Columns for the transports of one contract, without the contract itself. */
export function contractTransportColumns(
  side: Side,
  role: Role,
  onOpen: OpenTransport,
): ListColumn<TransportRow>[] {
  return [
    registration,
    status(role, onOpen),
    ...CONTRACT[COUNTERPART[side]],
    ...quantities,
    ...dates,
    carrier,
    pricePerTonne,
    comment,
  ];
}

/** Columns for all transports; dates and carrier come before the invoices. */
export function logisticsColumns(
  role: Role,
  onOpen: OpenTransport,
  attention: TransportAttention | null,
): ListColumn<TransportRow>[] {
  const inFront = isOverdueInvoice(attention) ? OVERDUE_COLUMNS[attention] : [];
  const others = [
    ...dates,
    ...contractFor('purchase', attention),
    ...contractFor('sales', attention),
    ...quantities,
    carrier,
    pricePerTonne,
    ...details,
    ...invoiceOf('transport'),
    ...invoiceOf('purchase'),
    ...invoiceOf('sales'),
    comment,
  ].filter(({ id }) => !inFront.some((column) => column.id === id));
  const front = [registration, status(role, onOpen)];
  if (inFront.length === 0) return [...front, ...others];
  // on a phone too: the other columns are in the expandable part of the card
  return [...front, ...inFront.map(placed('figure')), ...others.map(placed('rest'))];
}

function placed(card: CardSlot) {
  return (one: ListColumn<TransportRow>): ListColumn<TransportRow> => ({ ...one, card });
}
