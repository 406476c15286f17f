import type { AllocationRow } from '@spichlerz/shared/wire/allocations';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { type Sheet, sheetColumnsOf } from './sheet.ts';

const column = sheetColumnsOf<AllocationRow>();

export const ALLOCATION_SHEET: Sheet<AllocationRow> = {
  title: 'Alokacje',
  columns: [
    column.text(SIDE_LABELS.purchase.contractor, (row) => row.purchase.supplier?.name, 32),
    column.text(SIDE_LABELS.purchase.contract, (row) => contractNumber(row.purchase)),
    column.text(SIDE_LABELS.sales.contractor, (row) => row.sale.recipient?.name, 32),
    column.text(SIDE_LABELS.sales.contract, (row) => contractNumber(row.sale)),
    column.text(HEADERS.rawMaterial, (row) => row.rawMaterial.name),
    column.tonnes(HEADERS.allocated, (row) => row.allocated),
    column.tonnes(HEADERS.inDelivery, (row) => row.inDelivery),
    column.whole(HEADERS.transportsInDelivery, (row) => row.inDeliveryTransportCount),
    column.tonnes(HEADERS.delivered, (row) => row.delivered),
    column.text(HEADERS.purchaseOwner, (row) => row.purchase.owner, 22),
    column.text(HEADERS.salesOwner, (row) => row.sale.owner, 22),
  ],
};
