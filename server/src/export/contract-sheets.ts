import { type BySide, COUNTERPART, type Side } from '@spichlerz/shared/domain/side';
import type { AllocatedRow, ContractRow } from '@spichlerz/shared/wire/contracts';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { AGREEMENT_STATUS_LABELS, CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { marginColumns } from './margin-sheet.ts';
import { type Sheet, type SheetColumn, sheetColumnsOf } from './sheet.ts';

const column = sheetColumnsOf<ContractRow>();
const allocationColumn = sheetColumnsOf<AllocatedRow>();

const identityColumns = (side: Side): SheetColumn<ContractRow>[] => [
  column.whole(HEADERS.id, (row) => row.id),
  column.text(HEADERS.documentNumber, (row) => row.documentNumber),
  column.text(SIDE_LABELS[side].contractor, (row) => (row.supplier ?? row.recipient)?.name, 32),
  column.text(HEADERS.companyName, (row) => (row.supplier ?? row.recipient)?.companyName),
  column.text(HEADERS.status, (row) => CONTRACT_STATUS_LABELS[row.contractStatus]),
  column.text(HEADERS.agreementStatus, (row) => AGREEMENT_STATUS_LABELS[row.agreementStatus], 14),
  column.text(HEADERS.rawMaterial, (row) => row.rawMaterial.name),
  column.text(HEADERS.quality, (row) => row.rawMaterialQualityTitle),
];

const priceColumns = [
  column.price(HEADERS.price, (row) => row.price),
  column.text(HEADERS.currency, (row) => row.currency, 9),
];

const PRICES: BySide<SheetColumn<ContractRow>[]> = {
  purchase: [...priceColumns, column.price(HEADERS.minPrice, (row) => row.minPrice)],
  sales: priceColumns,
};

const quantityColumns = (side: Side): SheetColumn<ContractRow>[] => [
  column.tonnes(HEADERS.quantity, (row) => row.quantityKg),
  column.tonnes(HEADERS.allocated, (row) => row.allocated),
  column.tonnes(HEADERS.inDelivery, (row) => row.inDelivery),
  column.whole(HEADERS.transportsInDelivery, (row) => row.inDeliveryTransportCount),
  column.tonnes(HEADERS.delivered, (row) => row.delivered),
  column.tonnes(HEADERS.realized, (row) => row.realized),
  column.tonnes(SIDE_LABELS[side].remaining, (row) => row.toPickUp ?? row.toDeliver),
  column.tonnes(HEADERS.toAllocate, (row) => row.toAllocate),
  column.tonnes(HEADERS.allowed, (row) => row.allowed),
];

const termColumns = (side: Side): SheetColumn<ContractRow>[] => [
  column.day(`${SIDE_LABELS[side].receiptDates} od`, (row) => row.dateOfReceiptFrom),
  column.day(`${SIDE_LABELS[side].receiptDates} do`, (row) => row.dateOfReceiptTo),
  column.text(HEADERS.freightTerms, (row) => (row.fcaCpt ? 'FCA' : 'CPT'), 9),
  column.text(HEADERS.street, ({ address }) =>
    [address.street, address.buildingNumber].filter(Boolean).join(' '),
  ),
  column.text(HEADERS.postCode, (row) => row.address.postCode, 9),
  column.text(HEADERS.city, (row) => row.address.city),
  column.text(HEADERS.country, (row) => row.address.countryCode, 6),
  column.text(HEADERS.owner, (row) => row.owner, 22),
  column.yesNo(HEADERS.gmp, (row) => row.isGmp),
  column.yesNo(HEADERS.cert, (row) => row.isCert),
  column.yesNo(HEADERS.for, (row) => row.isFor),
  column.text(HEADERS.comment, (row) => row.comments, 40),
];

const contractSheet = (side: Side): Sheet<ContractRow> => ({
  title: SIDE_LABELS[side].contracts,
  columns: [...identityColumns(side), ...quantityColumns(side), ...PRICES[side], ...termColumns(side)],
});

export const CONTRACT_SHEET: BySide<Sheet<ContractRow>> = {
  purchase: contractSheet('purchase'),
  sales: contractSheet('sales'),
};

/** The quantities of an allocation, as the contract of this side counts them (customer decisions 1). */
const ALLOCATION_QUANTITIES: BySide<SheetColumn<AllocatedRow>[]> = {
  purchase: [
    allocationColumn.tonnes(HEADERS.allocated, (row) => row.allocatedOnPurchase),
    allocationColumn.tonnes(HEADERS.inDelivery, (row) => row.inDeliveryOnPurchase),
    allocationColumn.tonnes(HEADERS.delivered, (row) => row.deliveredOnPurchase),
  ],
  sales: [
    allocationColumn.tonnes(HEADERS.allocated, (row) => row.allocatedForSales),
    allocationColumn.tonnes(HEADERS.inDelivery, (row) => row.inDeliveryForSales),
    allocationColumn.tonnes(HEADERS.delivered, (row) => row.deliveredForSales),
  ],
};

/** The contracts of the other side that are allocated to a contract of this side. */
const allocatedSheet = (side: Side): Sheet<AllocatedRow> => ({
  title: `Zaalokowane ${SIDE_LABELS[COUNTERPART[side]].contracts.toLowerCase()}`,
  columns: [
    ...identityColumns(COUNTERPART[side]),
    ...ALLOCATION_QUANTITIES[side],
    ...marginColumns<AllocatedRow>(),
    ...PRICES[COUNTERPART[side]],
    ...termColumns(COUNTERPART[side]),
  ],
});

export const ALLOCATED_SHEET: BySide<Sheet<AllocatedRow>> = {
  purchase: allocatedSheet('purchase'),
  sales: allocatedSheet('sales'),
};

/** Purchase contracts that can be allocated to a sales contract. */
export const CANDIDATE_SHEET: Sheet<AllocatedRow> = {
  title: 'Kontrakty zakupu do alokacji',
  columns: [
    ...identityColumns('purchase'),
    allocationColumn.tonnes(HEADERS.allocatedHere, (row) => row.allocatedForSales),
    ...marginColumns<AllocatedRow>(),
    ...quantityColumns('purchase'),
    ...PRICES.purchase,
    ...termColumns('purchase'),
  ],
};
