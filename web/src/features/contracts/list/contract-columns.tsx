import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { CONTRACT_HEADERS } from '@spichlerz/shared/words/contract-headers';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { EMPTY, formatPrice } from '@spichlerz/shared/words/figures';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import classes from '../../../components/cells.module.css';
import { columnsOf } from '../../../components/columns.tsx';
import type { ListColumn } from '../../../ui/table/data-table-props.ts';
import { joinColumns } from '../../../ui/table/joined-columns.ts';
import { formatFreight, formatRequirements } from '../../../words/contract-terms.ts';
import { formatRemaining, formatShortDate } from '../../../words/format.ts';
import { counted, NOUN_FORMS } from '../../../words/plural.ts';
import { ContractStatusesMenu } from '../contract-status-menu.tsx';
import { RealizationBar } from '../realization-bar.tsx';
import { CONTRACTOR_SORT } from './contract-list-params.ts';

const column = columnsOf<ContractRow>();

/** The name of the supplier of a purchase or of the recipient of a sale. */
export function contractorOf(row: Pick<ContractRow, 'supplier' | 'recipient'>): string {
  return (row.supplier ?? row.recipient)?.name ?? '';
}

/**
 * The columns with number and contractor, which stay in view when the table scrolls. Stored column settings
 * contain the ids of columns, so the ids must not change.
 */
const identityColumns = (side: Side) => [
  joinColumns(
    column.text(
      'documentNumber',
      { label: CONTRACT_HEADERS.documentNumber, sort: 'document_number', card: 'figure' },
      contractNumber,
    ),
    column.cell('id', { label: CONTRACT_HEADERS.id, sort: 'id', card: 'rest' }, (row) => row.id),
    { id: 'id', width: 126 },
  ),
  joinColumns(
    column.text(
      'contractor',
      { label: SIDE_LABELS[side].contractor, sort: CONTRACTOR_SORT[side], card: 'title' },
      contractorOf,
    ),
    column.text('city', { label: CONTRACT_HEADERS.city, card: 'rest' }, (row) => row.address.city),
    { width: 160, stays: true },
  ),
];

const statusColumn = (side: Side) =>
  column.cell(
    'contractStatus',
    { label: `${CONTRACT_HEADERS.status} / ${CONTRACT_HEADERS.agreementStatus}`, card: 'figure' },
    (row) => <ContractStatusesMenu side={side} contract={row} />,
  );

const quantityColumn = column.quantity(
  'quantity',
  { label: CONTRACT_HEADERS.quantity, sort: 'cargo_quantity', card: 'figure' },
  (row) => row.quantityKg,
);

/** The main price and the number of additional price options. Their prices are only on the dashboard. */
export const priceColumn = column.cell(
  'price',
  { label: CONTRACT_HEADERS.price, sort: 'price', align: 'end', card: 'figure' },
  (row) => (
    <>
      {formatPrice(row.price, row.currency)}
      {row.optionCount > 0 ? (
        <span className={classes.more} data-tip={`i ${counted(row.optionCount, NOUN_FORMS.priceOptions)}`}>
          +{row.optionCount}
        </span>
      ) : null}
    </>
  ),
);

const realizationColumn = column.cell(
  'realization',
  { label: 'Realizacja', sort: 'realized', card: 'figure' },
  (row) => (
    <RealizationBar
      realization={{
        quantity: row.quantityKg,
        delivered: row.delivered,
        inDelivery: row.inDelivery,
        allocated: row.allocated,
      }}
    />
  ),
);

export const qualityColumn = column.text(
  'quality',
  { label: CONTRACT_HEADERS.quality, width: 136 },
  (row) => row.rawMaterialQualityTitle,
);

const inDeliveryColumn = joinColumns(
  column.quantity('inDelivery', { label: CONTRACT_HEADERS.inDelivery }, (row) => row.inDelivery),
  column.text(
    'transportsInDelivery',
    { label: '', name: CONTRACT_HEADERS.transportsInDelivery },
    ({ inDeliveryTransportCount: transports }) =>
      transports === 0 ? null : counted(transports, NOUN_FORMS.transports),
  ),
);

const QUANTITIES: BySide<readonly ListColumn<ContractRow>[]> = {
  purchase: [
    joinColumns(
      column.cell('toPickUp', { label: SIDE_LABELS.purchase.remaining, align: 'end' }, (row) =>
        formatRemaining(row.toPickUp),
      ),
      column.quantity('allocated', { label: CONTRACT_HEADERS.allocated }, (row) => row.allocated),
    ),
  ],
  sales: [
    joinColumns(
      column.cell('toAllocate', { label: CONTRACT_HEADERS.toAllocate, align: 'end' }, (row) =>
        formatRemaining(row.toAllocate),
      ),
      column.cell('toDeliver', { label: SIDE_LABELS.sales.remaining, align: 'end' }, (row) =>
        formatRemaining(row.toDeliver),
      ),
      { id: 'toDeliver' },
    ),
    inDeliveryColumn,
    column.quantity('delivered', { label: CONTRACT_HEADERS.delivered }, (row) => row.delivered),
  ],
};

const datesColumn = (side: Side) =>
  joinColumns(
    column.cell(
      'from',
      { label: `${SIDE_LABELS[side].receiptDates} od`, sort: 'date_of_receipt_from' },
      (row) => formatShortDate(row.dateOfReceiptFrom),
    ),
    column.cell(
      'to',
      { label: 'do', name: `${SIDE_LABELS[side].receiptDates} do`, sort: 'date_of_receipt_to' },
      (row) => formatShortDate(row.dateOfReceiptTo),
    ),
  );

export const requirementsColumn = column.cell(
  'isGmp',
  { label: [CONTRACT_HEADERS.gmp, CONTRACT_HEADERS.cert, CONTRACT_HEADERS.for].join(' ') },
  (row) => {
    const requirements = formatRequirements(row);
    if (requirements === '') return EMPTY;
    return requirements.split(', ').map((name) => (
      <span key={name} className={classes.requirement}>
        {name}
      </span>
    ));
  },
);

const otherColumns = [
  column.text('owner', { label: CONTRACT_HEADERS.owner, sort: 'owner', width: 150 }, (row) => row.owner),
  requirementsColumn,
  column.text('comments', { label: CONTRACT_HEADERS.comment, width: 180 }, (row) => row.comments),
];

const freightColumn = column.text('freight', { label: CONTRACT_HEADERS.freightTerms, width: 170 }, (row) =>
  formatFreight(row),
);

const columnsFor = (side: Side, quality: ListColumn<ContractRow>): readonly ListColumn<ContractRow>[] => [
  ...identityColumns(side),
  statusColumn(side),
  quantityColumn,
  ...QUANTITIES[side],
  priceColumn,
  ...(side === 'purchase' ? [quality, realizationColumn] : [realizationColumn, quality]),
  datesColumn(side),
  freightColumn,
  ...otherColumns,
];

/** The most important columns come first and fit 1440 px. The other columns need scrolling. */
export const CONTRACT_COLUMNS: BySide<readonly ListColumn<ContractRow>[]> = {
  purchase: columnsFor('purchase', qualityColumn),
  sales: columnsFor('sales', qualityColumn),
};

const materialColumn = joinColumns(
  column.text(
    'rawMaterial',
    { label: CONTRACT_HEADERS.rawMaterial, card: 'figure' },
    (row) => row.rawMaterial.name,
  ),
  qualityColumn,
  { id: 'quality', width: 140 },
);

/** In the list of all raw materials, the column of the quality also shows the raw material. */
export const ALL_MATERIALS_COLUMNS: BySide<readonly ListColumn<ContractRow>[]> = {
  purchase: columnsFor('purchase', materialColumn),
  sales: columnsFor('sales', materialColumn),
};
