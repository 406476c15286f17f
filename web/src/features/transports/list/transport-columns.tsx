import type { TransportAttention } from '@spichlerz/shared/domain/attention';
import type { Role } from '@spichlerz/shared/domain/role';
import { type BySide, COUNTERPART, partyOfSide, SIDES, type Side } from '@spichlerz/shared/domain/side';
import type { TransportListRow, TransportRow } from '@spichlerz/shared/wire/transports';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { columnsOf } from '../../../components/columns.tsx';
import { marginColumn } from '../../../components/margin-columns.tsx';
import type { ListColumn } from '../../../ui/table/data-table-props.ts';
import { joinColumns } from '../../../ui/table/joined-columns.ts';
import type { DashboardTab } from '../../contracts/contract-links.ts';
import { ContractRef } from '../../contracts/contract-ref.tsx';
import type { OpenTransport } from '../transport-dialogs.tsx';
import { TransportStatusMenu } from './transport-status-menu.tsx';

const column = columnsOf<TransportRow>();

const registration = column.text(
  'registrationNumber',
  { label: HEADERS.registrationNumber, sort: 'registration_number', width: 126, card: 'title' },
  (row) => row.registrationNumber,
);

const status = (role: Role, onOpen: OpenTransport) =>
  column.cell('status', { label: HEADERS.status, sort: 'status', card: 'figure' }, (row) => (
    <TransportStatusMenu row={row} role={role} onOpen={onOpen} />
  ));

const contractor = (side: Side) =>
  column.text(
    `${side}Contractor`,
    { label: SIDE_LABELS[side].contractor, card: 'figure' },
    (row) => partyOfSide(side, row).name,
  );

/** The column of a side's contract, with a link to its transports or settlements. */
const contractOf = (side: Side, tab: DashboardTab): ListColumn<TransportRow> =>
  column.cell(`${side}Contract`, { label: SIDE_LABELS[side].contract, width: 140, card: 'rest' }, (row) => (
    <ContractRef side={side} contract={partyOfSide(side, row)} tab={tab} />
  ));
const CONTRACT: BySide<ListColumn<TransportRow>> = {
  purchase: contractOf('purchase', 'transport'),
  sales: contractOf('sales', 'transport'),
};
const SETTLED_CONTRACT: typeof CONTRACT = {
  purchase: contractOf('purchase', 'settlement'),
  sales: contractOf('sales', 'settlement'),
};

/** The columns of supplier and recipient. A collapsed card shows only the columns of `sides`. */
const routeOf = (sides: readonly Side[]) => {
  const [from, to] = [contractor('purchase'), contractor('sales')];
  return joinColumns(
    { ...from, card: sides.includes('purchase') ? 'figure' : 'rest' },
    { ...to, card: sides.includes('sales') ? 'figure' : 'rest' },
    { width: 180, stays: true, separator: ' →' },
  );
};
const ROUTE = routeOf(SIDES);

/**
 * The pending work on statements and invoices of each side. Pending work on freight invoices
 * belongs to the transport.
 */
const SETTLEMENT_ATTENTIONS: BySide<readonly (TransportAttention | null)[]> = {
  purchase: ['PURCHASE_TO_SETTLE', 'PURCHASE_TO_INVOICE'],
  sales: ['SALES_TO_SETTLE', 'SALES_TO_INVOICE'],
};

function contractFor(side: Side, attention: TransportAttention | null): ListColumn<TransportRow> {
  return (SETTLEMENT_ATTENTIONS[side].includes(attention) ? SETTLED_CONTRACT : CONTRACT)[side];
}

// Stored column settings contain the ids of columns, so the ids must not change.
const quantities = joinColumns(
  column.quantity(
    'cargoQuantity',
    { label: HEADERS.quantity, sort: 'cargo_quantity', card: 'figure' },
    (row) => row.quantityKg,
  ),
  column.quantity(
    'realCargoQuantity',
    { label: 'rzeczywista', name: HEADERS.realQuantity, sort: 'real_cargo_quantity', card: 'figure' },
    (row) => row.realQuantityKg,
  ),
);

const dates = joinColumns(
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
);

const carrier = column.text(
  'carrierName',
  { label: HEADERS.carrier, sort: 'carrier_name', width: 140, card: 'rest' },
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

const material = column.text(
  'cargoName',
  { label: HEADERS.rawMaterial, width: 130, card: 'rest' },
  (row) => row.cargoName,
);

const driver = joinColumns(
  column.text('driverName', { label: HEADERS.driver, card: 'rest' }, (row) => row.driverName),
  column.text('phoneNumber', { label: HEADERS.driverPhone, card: 'rest' }, (row) => row.phoneNumber),
  { width: 140 },
);

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

const freight = joinColumns(AMOUNTS.transport, pricePerTonne);

/** The columns with the number and the due date of an invoice. */
function invoiceOf(party: InvoiceParty): ListColumn<TransportRow> {
  const { number, due } = INVOICE_LABELS[party];
  return joinColumns(
    column.text(
      `${party}InvoiceNumber`,
      { label: number, card: 'rest' },
      (row) => row[`${party}InvoiceNumber`],
    ),
    column.date(`${party}PaymentDate`, { label: due, card: 'rest' }, (row) => row[`${party}PaymentDate`]),
    { width: 170 },
  );
}

const freightKsef = joinColumns(
  column.text(
    'transportKsefNumber',
    { label: HEADERS.freightKsefNumber, card: 'rest' },
    (row) => row.transportKsefNumber,
  ),
  column.date(
    'transportInvoiceCreateDate',
    { label: HEADERS.freightInvoiceDate, card: 'rest' },
    (row) => row.transportInvoiceCreateDate,
  ),
  { width: 312 },
);

/** The columns for the transports of one contract, without that contract. */
export function contractTransportColumns(
  side: Side,
  role: Role,
  onOpen: OpenTransport,
): ListColumn<TransportRow>[] {
  const other = COUNTERPART[side];
  return [
    registration,
    joinColumns(contractor(other), CONTRACT[other], { width: 170, stays: true }),
    status(role, onOpen),
    dates,
    quantities,
    carrier,
    driver,
    freight,
    marginColumn<TransportListRow>({ isOptional: true }),
    comment,
  ];
}

/** The columns for all transports. The columns that matter most to a dispatcher come first and fit 1440 px. */
export function logisticsColumns(
  role: Role,
  onOpen: OpenTransport,
  attention: TransportAttention | null,
): ListColumn<TransportRow>[] {
  const others = [
    dates,
    quantities,
    carrier,
    driver,
    freight,
    material,
    contractFor('purchase', attention),
    contractFor('sales', attention),
    invoiceOf('transport'),
    freightKsef,
    invoiceOf('purchase'),
    AMOUNTS.purchase,
    invoiceOf('sales'),
    AMOUNTS.sales,
    marginColumn<TransportListRow>({ isOptional: true }),
    comment,
  ];
  return [registration, ROUTE, status(role, onOpen), ...others];
}
