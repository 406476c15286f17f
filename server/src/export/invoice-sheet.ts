import type { InvoiceRow } from '@spichlerz/shared/wire/invoices';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { type Sheet, sheetColumnsOf } from './sheet.ts';

const column = sheetColumnsOf<InvoiceRow>();
const KIND_LABELS = { PURCHASE: 'Zakup', SALES: 'Sprzedaż', FREIGHT: 'Fracht' } as const;

export const INVOICE_SHEET: Sheet<InvoiceRow> = {
  title: 'Faktury',
  columns: [
    column.text(HEADERS.invoiceKind, (row) => KIND_LABELS[row.kind]),
    column.text(HEADERS.invoiceNumber, (row) => row.number, 22),
    column.text(HEADERS.invoiceContractor, (row) => row.contractor.name, 32),
    column.text(HEADERS.correctedInvoice, (row) => row.corrects?.number, 22),
    column.day(HEADERS.issueDate, (row) => row.issueDate),
    column.day(HEADERS.paymentDate, (row) => row.dueDate),
    column.text(HEADERS.ksefNumber, (row) => row.ksefNumber, 38),
    // a correction changes only the amount, so it has no transports and no quantity
    column.whole(HEADERS.transportCount, (row) => (row.corrects === null ? row.transportCount : null)),
    column.tonnes(HEADERS.acceptedQuantity, (row) => (row.corrects === null ? row.quantity : null)),
    column.money(HEADERS.amount, (row) => row.amount),
    column.text(HEADERS.currency, (row) => row.currency),
    column.yesNo(HEADERS.paid, (row) => row.isPaid),
  ],
};
