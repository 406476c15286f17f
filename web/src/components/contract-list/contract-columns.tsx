import { Text } from '@mantine/core';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import type { ListColumn } from '../../ui/list/column.tsx';
import { formatFreight } from '../../words/address.ts';
import { formatTonnes } from '../../words/format.ts';
import { COUNTED, counted } from '../../words/plural.ts';
import { SIDE_WORDS } from '../../words/side.ts';
import { columnsOf } from '../columns.tsx';
import { AgreementStatusMenu, ContractStatusMenu } from '../contract-status-menu.tsx';
import { RealizationBar } from '../realization-bar.tsx';
import { CONTRACTOR_SORT } from './contract-list-params.ts';

const column = columnsOf<ContractRow>();

/** Supplier or recipient, whichever the row has. */
export function contractorOf(row: Pick<ContractRow, 'supplier' | 'recipient'>): string {
  return (row.supplier ?? row.recipient)?.name ?? '';
}

const status = (side: Side) => [
  column.cell('contractStatus', { label: 'Status kontraktu', card: 'figure' }, (row) => (
    <ContractStatusMenu side={side} contract={row} />
  )),
  column.cell('agreementStatus', { label: 'Status umowy' }, (row) => (
    <AgreementStatusMenu side={side} contract={row} />
  )),
];

const identity = (side: Side) => [
  column.text('id', { label: 'Nr', sort: 'id', width: 72, card: 'rest' }, (row) => String(row.id)),
  column.text(
    'contractor',
    { label: SIDE_WORDS[side].contractor, sort: CONTRACTOR_SORT[side], width: 220, card: 'title' },
    contractorOf,
  ),
  column.text(
    'documentNumber',
    { label: 'Nr kontraktu', sort: 'document_number', width: 120, card: 'figure' },
    (row) => row.documentNumber,
  ),
];

const goods = (side: Side) => [
  column.text('freight', { label: 'Warunki dostawy', width: 190 }, (row) => formatFreight(row)),
  column.text('quality', { label: 'Jakość', width: 150 }, (row) => row.rawMaterialQualityTitle),
  column.quantity(
    'quantity',
    { label: 'Ilość', sort: 'cargo_quantity', card: 'figure' },
    (row) => row.cargoQuantity,
  ),
  column.price(
    'price',
    { label: 'Cena', sort: 'price', card: 'figure' },
    (row) => row.price,
    (row) => row.currency,
  ),
  column.date(
    'from',
    { label: `${SIDE_WORDS[side].receiptDates} od`, sort: 'date_of_receipt_from' },
    (row) => row.dateOfReceiptFrom,
  ),
  column.date('to', { label: 'do', sort: 'date_of_receipt_to' }, (row) => row.dateOfReceiptTo),
];

const realization = column.cell(
  'realization',
  { label: 'Realizacja', sort: 'realized', card: 'figure' },
  (row) => (
    <RealizationBar
      compact
      realization={{
        quantity: row.cargoQuantity,
        delivered: row.delivered,
        inDelivery: row.inDelivery,
        allocated: row.allocated,
      }}
    />
  ),
);

const salesQuantities = [
  column.quantity('toDeliver', { label: 'Do dostarczenia' }, (row) => row.toDeliver),
  column.quantity('toAllocate', { label: 'Do zaalokowania' }, (row) => row.toAllocate),
  column.cell('inDelivery', { label: 'W dostawie', align: 'end' }, (row) => (
    <Text component="span" inherit>
      {formatTonnes(row.inDelivery)}{' '}
      <Text component="span" inherit c="dimmed">
        ({counted(row.inDeliveryTransportCount, COUNTED.transports)})
      </Text>
    </Text>
  )),
  column.quantity('delivered', { label: 'Dostarczono' }, (row) => row.delivered),
];

const rest = [
  column.text('comments', { label: 'Uwagi', width: 180 }, (row) => row.comments),
  column.text('owner', { label: 'Opiekun', sort: 'owner', width: 150 }, (row) => row.owner),
  column.flag('isGmp', { label: 'GMP' }, (row) => row.isGmp),
  column.flag('isCert', { label: 'CERT' }, (row) => row.isCert),
  column.flag('isFor', { label: 'FOR' }, (row) => row.isFor),
];

export const CONTRACT_COLUMNS: BySide<readonly ListColumn<ContractRow>[]> = {
  purchase: [...identity('purchase'), ...status('purchase'), ...goods('purchase'), realization, ...rest],
  sales: [
    ...identity('sales'),
    ...status('sales'),
    ...goods('sales'),
    realization,
    ...salesQuantities,
    ...rest,
  ],
};
