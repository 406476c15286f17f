import { partyOfSide, SIDES, type Side } from '@spichlerz/shared/domain/side';
import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { TRANSPORT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { type Sheet, type SheetColumn, sheetColumnsOf } from './sheet.ts';

const column = sheetColumnsOf<TransportRow>();

/** The contract number and the contractor of one side. */
const partyColumns = (side: Side): SheetColumn<TransportRow>[] => [
  column.text(SIDE_LABELS[side].contract, (row) => contractNumber(partyOfSide(side, row))),
  column.text(SIDE_LABELS[side].contractor, (row) => partyOfSide(side, row).name, 32),
];

export const TRANSPORT_SHEET: Sheet<TransportRow> = {
  title: 'Transporty',
  columns: [
    column.text(HEADERS.registrationNumber, (row) => row.registrationNumber),
    column.text(HEADERS.trailerNumber, (row) => row.trailerNumber),
    column.text(HEADERS.status, (row) => TRANSPORT_STATUS_LABELS[row.status]),
    ...SIDES.flatMap(partyColumns),
    column.text(HEADERS.rawMaterial, (row) => row.cargoName),
    column.tonnes(HEADERS.quantity, (row) => row.quantityKg),
    column.tonnes(HEADERS.realQuantity, (row) => row.realQuantityKg),
    column.day(HEADERS.loading, (row) => row.dateLoading),
    column.day(HEADERS.unloading, (row) => row.dateUnloading),
    column.text(HEADERS.carrier, (row) => row.carrierName, 28),
    column.text(HEADERS.driver, (row) => row.driverName, 22),
    column.text(HEADERS.driverPhone, (row) => row.phoneNumber),
    column.money(HEADERS.freightPerTonne, (row) => row.freightPerTonne),
    column.money(HEADERS.freight, (row) => row.freightAmount),
    column.text(HEADERS.currency, (row) => row.currency, 9),
    column.text(HEADERS.freightInvoiceNumber, (row) => row.transportInvoiceNumber),
    column.day(HEADERS.freightInvoiceDate, (row) => row.transportInvoiceCreateDate),
    column.day(HEADERS.freightPaymentDate, (row) => row.transportPaymentDate),
    column.text(HEADERS.freightKsefNumber, (row) => row.transportKsefNumber, 38),
    column.text(HEADERS.purchaseInvoiceNumber, (row) => row.purchaseInvoiceNumber),
    column.day(HEADERS.purchaseInvoiceDate, (row) => row.purchaseInvoiceDate),
    column.day(HEADERS.purchasePaymentDate, (row) => row.purchasePaymentDate),
    column.text(HEADERS.purchaseKsefNumber, (row) => row.purchaseKsefNumber, 38),
    column.money(HEADERS.purchaseAmount, (row) => row.purchaseAmount),
    column.text(HEADERS.purchaseCurrency, (row) => row.purchaseCurrency, 9),
    column.text(HEADERS.salesInvoiceNumber, (row) => row.salesInvoiceNumber),
    column.day(HEADERS.salesInvoiceDate, (row) => row.salesInvoiceDate),
    column.day(HEADERS.salesPaymentDate, (row) => row.salesPaymentDate),
    column.text(HEADERS.salesKsefNumber, (row) => row.salesKsefNumber, 38),
    column.money(HEADERS.salesAmount, (row) => row.salesAmount),
    column.text(HEADERS.salesCurrency, (row) => row.salesCurrency, 9),
    column.yesNo(HEADERS.gmp, (row) => row.isGmp),
    column.text(HEADERS.gmpNumber, (row) => row.gmpNumber),
    column.text(HEADERS.comment, (row) => row.comment, 40),
  ],
};
