import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { CONTRACT_HEADERS } from '@spichlerz/shared/words/contract-headers';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import classes from '../../../components/cells.module.css';
import { columnsOf } from '../../../components/columns.tsx';
import type { ListColumn } from '../../../ui/table/data-table-props.ts';
import { formatFreight } from '../../../words/contract-terms.ts';
import { formatRemaining, formatShortDate } from '../../../words/format.ts';
import { COUNTED, counted } from '../../../words/plural.ts';
import { AgreementStatusMenu, ContractStatusMenu } from '../contract-status-menu.tsx';
import { RealizationBar } from '../realization-bar.tsx';
import { CONTRACTOR_SORT } from './contract-list-params.ts';

const column = columnsOf<ContractRow>();

/** The name of the supplier or of the recipient, whichever the contract has. */
export function contractorOf(row: Pick<ContractRow, 'supplier' | 'recipient'>): string {
  return (row.supplier ?? row.recipient)?.name ?? '';
}

const identityColumns = (side: Side) => [
  column.cell('id', { label: CONTRACT_HEADERS.id, sort: 'id', card: 'rest' }, (row) => row.id),
  column.text(
    'contractor',
    { label: SIDE_LABELS[side].contractor, sort: CONTRACTOR_SORT[side], width: 190, card: 'title' },
    contractorOf,
  ),
  column.text(
    'documentNumber',
    { label: CONTRACT_HEADERS.documentNumber, sort: 'document_number', width: 140, card: 'figure' },
    (row) => row.documentNumber,
  ),
];

const realizationColumn = column.cell(
  'realization',
  { label: 'Realizacja', sort: 'realized', card: 'figure' },
  (row) => (
    <RealizationBar
      compact
      realization={{
        quantity: row.quantityKg,
        delivered: row.delivered,
        inDelivery: row.inDelivery,
        allocated: row.allocated,
      }}
    />
  ),
);

const goodsColumns = (side: Side) => [
  column.cell('contractStatus', { label: CONTRACT_HEADERS.status, card: 'figure' }, (row) => (
    <ContractStatusMenu side={side} contract={row} />
  )),
  column.cell('agreementStatus', { label: CONTRACT_HEADERS.agreementStatus, card: 'rest' }, (row) => (
    <AgreementStatusMenu side={side} contract={row} />
  )),
  column.quantity(
    'quantity',
    { label: CONTRACT_HEADERS.quantity, sort: 'cargo_quantity', card: 'figure' },
    (row) => row.quantityKg,
  ),
  column.price(
    'price',
    { label: CONTRACT_HEADERS.price, sort: 'price', card: 'figure' },
    (row) => row.price,
    (row) => row.currency,
  ),
  realizationColumn,
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
  column.text('freight', { label: CONTRACT_HEADERS.freightTerms, width: 170 }, (row) => formatFreight(row)),
  column.text(
    'quality',
    { label: CONTRACT_HEADERS.quality, width: 190 },
    (row) => row.rawMaterialQualityTitle,
  ),
];

const salesQuantityColumns = [
  column.cell('toDeliver', { label: 'Do dostarczenia', align: 'end' }, (row) =>
    formatRemaining(row.toDeliver),
  ),
  column.cell('toAllocate', { label: CONTRACT_HEADERS.toAllocate, align: 'end' }, (row) =>
    formatRemaining(row.toAllocate),
  ),
  column.cell('inDelivery', { label: CONTRACT_HEADERS.inDelivery, align: 'end' }, (row) => (
    <>
      {formatTonnes(row.inDelivery)}{' '}
      <span className={classes.dimmed}>({counted(row.inDeliveryTransportCount, COUNTED.transports)})</span>
    </>
  )),
  column.quantity('delivered', { label: CONTRACT_HEADERS.delivered }, (row) => row.delivered),
];

const otherColumns = [
  column.text('owner', { label: CONTRACT_HEADERS.owner, sort: 'owner', width: 150 }, (row) => row.owner),
  column.flag('isGmp', { label: CONTRACT_HEADERS.gmp }, (row) => row.isGmp),
  column.flag('isCert', { label: CONTRACT_HEADERS.cert }, (row) => row.isCert),
  column.flag('isFor', { label: CONTRACT_HEADERS.for }, (row) => row.isFor),
  column.text('comments', { label: CONTRACT_HEADERS.comment, width: 180 }, (row) => row.comments),
];

/** The most-used columns come first; the others need scrolling. */
export const CONTRACT_COLUMNS: BySide<readonly ListColumn<ContractRow>[]> = {
  purchase: [...identityColumns('purchase'), ...goodsColumns('purchase'), ...otherColumns],
  sales: [...identityColumns('sales'), ...goodsColumns('sales'), ...salesQuantityColumns, ...otherColumns],
};

const materialColumn = column.text(
  'rawMaterial',
  { label: CONTRACT_HEADERS.rawMaterial, width: 110, card: 'figure' },
  (row) => row.rawMaterial.name,
);

const withMaterial = ([id, contractor, ...others]: readonly ListColumn<ContractRow>[]) =>
  [id, contractor, materialColumn, ...others].filter((known) => known !== undefined);

/** The list of all raw materials has a column for the raw material. */
export const ALL_MATERIALS_COLUMNS: BySide<readonly ListColumn<ContractRow>[]> = {
  purchase: withMaterial(CONTRACT_COLUMNS.purchase),
  sales: withMaterial(CONTRACT_COLUMNS.sales),
};
