import { type BySide, COUNTERPART, partyOfSide, type Side } from '@spichlerz/shared/domain/side';
import type { PARAMETER_TYPES } from '@spichlerz/shared/wire/materials';
import type { SettlementRow } from '@spichlerz/shared/wire/settlements';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatReading } from '@spichlerz/shared/words/discount-rules';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { SETTLEMENT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { figureText, type Sheet, type SheetColumn, sheetColumnsOf } from './sheet.ts';

type ParameterType = (typeof PARAMETER_TYPES)[number];
type Column = SheetColumn<SettlementRow>;
type Option = SettlementRow['options'][number];

const column = sheetColumnsOf<SettlementRow>();

const STATUS: BySide<Column> = {
  purchase: column.text(HEADERS.status, (row) => SETTLEMENT_STATUS_LABELS[row.purchaseSettlementStatus]),
  sales: column.text(HEADERS.status, (row) => SETTLEMENT_STATUS_LABELS[row.salesSettlementStatus]),
};

/** A sale settled at several prices has no single price; the split column lists the prices. */
const TERMS: BySide<Column[]> = {
  purchase: [
    column.price(HEADERS.realPrice, (row) => row.realPurchaseCargoPrice),
    column.text(HEADERS.realQuality, (row) => row.realPurchaseCargoQuality),
  ],
  sales: [
    column.price(HEADERS.realPrice, ({ options }) =>
      new Set(options.map((option) => option.realCargoPrice)).size === 1 ? options[0]?.realCargoPrice : null,
    ),
    column.text(HEADERS.realQuality, ({ options }) =>
      [...new Set(options.map((option) => option.realCargoQuality))].join(', '),
    ),
    column.text(
      HEADERS.split,
      ({ options }) => (options.length > 1 ? options.map(optionColumns).join('; ') : ''),
      40,
    ),
  ],
};

function optionColumns({ realQuantityKg, realCargoPrice, realCargoQuality }: Option): string {
  return `${figureText('tonnes', realQuantityKg)} t po ${figureText('money', realCargoPrice)} (${realCargoQuality})`;
}

const INVOICE: BySide<Column[]> = {
  purchase: [
    column.text(HEADERS.invoiceNumber, (row) => row.purchaseInvoiceNumber),
    column.day(HEADERS.deliverDate, (row) => row.purchaseDeliverDate),
    column.day(HEADERS.issueDate, (row) => row.purchaseInvoiceDate),
    column.day(HEADERS.paymentDate, (row) => row.purchasePaymentDate),
    column.text(HEADERS.ksefNumber, (row) => row.purchaseKsefNumber, 38),
  ],
  sales: [
    column.text(HEADERS.invoiceNumber, (row) => row.salesInvoiceNumber),
    column.day(HEADERS.deliverDate, (row) => row.salesDeliverDate),
    column.day(HEADERS.issueDate, (row) => row.salesInvoiceDate),
    column.day(HEADERS.paymentDate, (row) => row.salesPaymentDate),
    column.text(HEADERS.ksefNumber, (row) => row.salesKsefNumber, 38),
  ],
};

const TITLE: BySide<string> = { purchase: 'Rozliczenia zakupu', sales: 'Rozliczenia sprzedaży' };

/**
 * Parameters of different raw materials that have the same name, unit and type, and therefore share one column.
 */
export type SettledParameter = {
  readonly name: string;
  readonly unit: string | null;
  readonly type: ParameterType;
  readonly ids: readonly number[];
};

export type QualityColumns = {
  readonly parameters: readonly SettledParameter[];
  readonly hasAcceptedQuantity: boolean;
};

/** The columns of settlements without rules and without accepted kilograms. */
export const NO_QUALITY: QualityColumns = { parameters: [], hasAcceptedQuantity: false };

/** Adds a column per parameter with the reading by which the side was settled. */
export function settlementSheet(
  side: Side,
  { parameters, hasAcceptedQuantity }: QualityColumns,
): Sheet<SettlementRow> {
  const other = COUNTERPART[side];
  const accepted = column.tonnes(HEADERS.acceptedQuantity, (row) => row.acceptedQuantity);
  return {
    title: TITLE[side],
    columns: [
      column.text(HEADERS.registrationNumber, (row) => row.registrationNumber),
      STATUS[side],
      column.text(SIDE_LABELS[other].contract, (row) => contractNumber(partyOfSide(other, row))),
      column.text(SIDE_LABELS[other].contractor, (row) => partyOfSide(other, row).name, 32),
      column.day(HEADERS.loading, (row) => row.dateLoading),
      column.day(HEADERS.unloading, (row) => row.dateUnloading),
      column.tonnes(HEADERS.realQuantity, (row) => row.realQuantityKg),
      ...(hasAcceptedQuantity ? [accepted] : []),
      ...TERMS[side],
      column.money(HEADERS.amount, (row) => row.amount),
      column.text(HEADERS.currency, (row) => row.currency, 9),
      column.yesNo(HEADERS.needsCorrection, (row) => row.needsCorrection),
      ...INVOICE[side],
      column.text(HEADERS.deductions, (row) => row.deductions, 28),
      column.text(HEADERS.details, (row) => row.details, 28),
      ...parameters.map(readingColumn),
    ],
  };
}

/**
 * Finds readings by parameter id, because a settlement line keeps the name and unit from the time of the
 * settlement.
 */
function readingColumn({ name, unit, type, ids }: SettledParameter): Column {
  const readingOf = ({ lines }: SettlementRow) =>
    lines.find(({ parameterId }) => ids.includes(parameterId))?.reading;
  if (type === 'BOOLEAN')
    return column.text(name, (row) => {
      const reading = readingOf(row);
      return reading === undefined ? null : formatReading(reading, null);
    });
  return column.decimal(unit === null ? name : `${name} (${unit})`, (row) => {
    const reading = readingOf(row);
    return typeof reading === 'number' ? Math.round(reading * 1000) : null;
  });
}
