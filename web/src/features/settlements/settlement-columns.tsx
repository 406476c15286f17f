import { Badge, Tooltip } from '@mantine/core';
import type { Currency } from '@spichlerz/shared/domain/contract';
import { type BySide, COUNTERPART, partyOfSide, type Side } from '@spichlerz/shared/domain/side';
import { formatPrice, formatPriceWithoutUnit, formatTonnes } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { columnsOf } from '../../components/columns.tsx';
import { marginColumn } from '../../components/margin-columns.tsx';
import { SettlementStatusBadge } from '../../components/status-badge.tsx';
import type { ListColumn } from '../../ui/table/data-table-props.ts';
import { joinColumns } from '../../ui/table/joined-columns.ts';
import { formatMoney } from '../../words/format.ts';
import { ContractRef } from '../contracts/contract-ref.tsx';
import { ownSide, type SettlementRow } from './settlement-row.ts';
import { correctionWarning, NEEDS_CHECK, NEEDS_CORRECTION, splitWarning } from './settlement-texts.ts';

const column = columnsOf<SettlementRow>();

const identityColumns = (side: Side): ListColumn<SettlementRow>[] => {
  const other = COUNTERPART[side];
  return [
    column.text(
      'registrationNumber',
      { label: HEADERS.registrationNumber, sort: 'registration_number', width: 126, card: 'title' },
      (row) => row.registrationNumber,
    ),
    joinColumns(
      column.text(
        'contractor',
        { label: SIDE_LABELS[other].contractor, card: 'figure' },
        (row) => partyOfSide(other, row).name,
      ),
      column.cell('contract', { label: SIDE_LABELS[other].contract, card: 'rest' }, (row) => (
        <ContractRef side={other} contract={partyOfSide(other, row)} tab="settlement" />
      )),
      { width: 170, stays: true },
    ),
    column.cell('status', { label: HEADERS.status, sort: 'status', card: 'figure' }, (row) => (
      <SettlementStatusBadge status={ownSide(side, row).status} />
    )),
  ];
};

const INVOICE_LABEL: BySide<string> = { purchase: 'Nr faktury zakupu', sales: 'Nr faktury sprzedaży' };
const DELIVER_SORT: BySide<string> = { purchase: 'purchase_deliver_date', sales: 'sales_deliver_date' };

const invoiceColumns = (side: Side) => [
  joinColumns(
    column.text(
      'invoiceNumber',
      { label: INVOICE_LABEL[side], card: 'rest' },
      (row) => ownSide(side, row).invoiceNumber,
    ),
    column.date(
      'paymentDate',
      { label: HEADERS.paymentDate, card: 'rest' },
      (row) => ownSide(side, row).paymentDate,
    ),
    { width: 150 },
  ),
  column.date(
    'deliverDate',
    { label: HEADERS.deliverDate, sort: DELIVER_SORT[side], card: 'rest' },
    (row) => ownSide(side, row).deliverDate,
  ),
  joinColumns(
    column.text(
      'ksefNumber',
      { label: HEADERS.ksefNumber, card: 'rest' },
      (row) => ownSide(side, row).ksefNumber,
    ),
    column.date(
      'issueDate',
      { label: HEADERS.issueDate, card: 'rest' },
      (row) => ownSide(side, row).issueDate,
    ),
    { width: 312 },
  ),
];

const priceColumn: BySide<(currency: Currency) => ListColumn<SettlementRow>> = {
  purchase: (currency) =>
    column.price(
      'price',
      { label: HEADERS.realPrice, card: 'rest' },
      (row) => row.realPurchaseCargoPrice,
      () => currency,
    ),
  sales: (currency) =>
    column.text('price', { label: HEADERS.realPrice, align: 'end', width: 160, card: 'rest' }, (row) =>
      priceRange(row.options, currency),
    ),
};

/** A sale may be settled in several options, each with its own price and quality. */
const qualityColumns: BySide<(currency: Currency) => ListColumn<SettlementRow>[]> = {
  purchase: () => [
    column.text(
      'quality',
      { label: HEADERS.realQuality, width: 170, card: 'rest' },
      (row) => row.realPurchaseCargoQuality,
    ),
  ],
  sales: (currency) => [
    column.text('quality', { label: HEADERS.realQuality, width: 170, card: 'rest' }, (row) =>
      listed(row.options.map((option) => option.realCargoQuality)),
    ),
    column.text('options', { label: HEADERS.split, width: 200, card: 'rest' }, (row) =>
      row.options.length > 1 ? row.options.map(describe(currency)).join('; ') : null,
    ),
  ],
};

const describe = (currency: Currency) => (option: SettlementRow['options'][number]) =>
  `${formatTonnes(option.realQuantityKg)} po ${formatPrice(option.realCargoPrice, currency)} (${option.realCargoQuality})`;

function priceRange(options: SettlementRow['options'], currency: Currency): string {
  const prices = options.map((option) => option.realCargoPrice);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const to = formatPrice(highest, currency);
  return lowest === highest ? to : `${formatPriceWithoutUnit(lowest)}–${to}`;
}

function listed(values: readonly string[]): string {
  return [...new Set(values)].join(', ');
}

/**
 * The same warning as in the dialogs: a sent document needs a correction, or the settled quantity is far from
 * the weighed quantity.
 */
function warningOf(side: Side, row: SettlementRow): { label: string; reason: string } | null {
  if (row.needsCorrection) return { label: NEEDS_CORRECTION, reason: correctionWarning[side](row) };
  const kilograms = { transportKg: row.transportQuantity, settledKg: row.realQuantityKg };
  const reason = ownSide(side, row).status === 'PAID' ? null : splitWarning(side, kilograms);
  return reason === null ? null : { label: NEEDS_CHECK, reason };
}

const amountColumn = (side: Side, currency: Currency) =>
  column.cell('amount', { label: HEADERS.amount, align: 'end', card: 'figure' }, (row) => {
    const flag = warningOf(side, row);
    // both lines inherit the text alignment of the table cell or the card
    return (
      <>
        <div>{formatMoney(row.amount, currency)}</div>
        {flag === null ? null : (
          <Tooltip label={flag.reason}>
            <Badge color="orange" size="sm">
              {flag.label}
            </Badge>
          </Tooltip>
        )}
      </>
    );
  });

/** The columns for the settlements of a contract, in its currency. */
export function settlementColumns(side: Side, currency: Currency): ListColumn<SettlementRow>[] {
  return [
    ...identityColumns(side),
    column.quantity(
      'quantity',
      { label: HEADERS.realQuantity, sort: 'real_cargo_quantity', card: 'figure' },
      (row) => row.realQuantityKg,
    ),
    priceColumn[side](currency),
    amountColumn(side, currency),
    marginColumn<SettlementRow>({ isOptional: true }),
    ...invoiceColumns(side),
    ...qualityColumns[side](currency),
    column.quantity(
      'accepted',
      { label: HEADERS.acceptedQuantity, card: 'rest' },
      (row) => row.acceptedQuantity,
    ),
    column.text(
      'deductions',
      { label: HEADERS.deductions, width: 160, card: 'rest' },
      (row) => row.deductions,
    ),
    column.text('details', { label: HEADERS.details, width: 160, card: 'rest' }, (row) => row.details),
  ];
}
