import { Stack } from '@mantine/core';
import { isEnded } from '@spichlerz/shared/domain/contract';
import { type BySide, COUNTERPART, type Side } from '@spichlerz/shared/domain/side';
import type { AllocatedRow, ContractRecord } from '@spichlerz/shared/wire/contracts';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { IconEdit, IconEye, IconTruck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { allocatedContractsExport, allocatedContractsQuery } from '../../../api/contracts.ts';
import { listQueryOf } from '../../../api/list-request.ts';
import { columnsOf } from '../../../components/columns.tsx';
import { marginColumn } from '../../../components/margin-columns.tsx';
import { AgreementStatusBadge, ContractStatusBadge } from '../../../components/status-badge.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { ListColumn } from '../../../ui/table/data-table-props.ts';
import { joinColumns } from '../../../ui/table/joined-columns.ts';
import { ListPage } from '../../../ui/table/list-page.tsx';
import { defineListParams, useLocalListParams } from '../../../ui/table/list-params.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { useColumns } from '../../../ui/table/use-columns.ts';
import { formatFreight } from '../../../words/contract-terms.ts';
import { OpenSalesButton } from '../../allocations/open-sales-button.tsx';
import {
  type AllocationDialogRequest,
  useAllocationDialog,
} from '../../allocations/use-allocation-dialog.tsx';
import { whyNotAddTransport, whyNotEditAllocation } from '../contract-balance.ts';
import { dashboardLink } from '../contract-links.ts';
import { contractorOf, priceColumn, requirementsColumn } from '../list/contract-columns.tsx';
import { RealizationBar } from '../realization-bar.tsx';

const params = defineListParams({
  sort: ['id', 'document_number', 'cargo_quantity', 'price'],
  order: 'id DESC',
});

type AllocationFigures = { open: number; inDelivery: number; delivered: number };

/**
 * The quantities of an allocation. The API names them by the side of the listed
 * contract (customer decisions 1).
 */
const allocationFigures: BySide<(row: AllocatedRow) => AllocationFigures> = {
  purchase: (row) => ({
    open: row.allocatedOnPurchase ?? 0,
    inDelivery: row.inDeliveryOnPurchase ?? 0,
    delivered: row.deliveredOnPurchase ?? 0,
  }),
  sales: (row) => ({
    open: row.allocatedForSales ?? 0,
    inDelivery: row.inDeliveryForSales ?? 0,
    delivered: row.deliveredForSales ?? 0,
  }),
};

const column = columnsOf<AllocatedRow>();

const columnsFor = (side: Side): readonly ListColumn<AllocatedRow>[] => {
  const counterpart = COUNTERPART[side];
  const figures = allocationFigures[side];
  return [
    joinColumns(
      column.text(
        'documentNumber',
        { label: HEADERS.documentNumber, sort: 'document_number', card: 'figure' },
        contractNumber,
      ),
      column.cell('id', { label: HEADERS.id, sort: 'id', card: 'rest' }, (row) => row.id),
      { id: 'id', width: 126 },
    ),
    joinColumns(
      column.text('contractor', { label: SIDE_LABELS[counterpart].contractor, card: 'title' }, contractorOf),
      column.text('city', { label: HEADERS.city, card: 'rest' }, (row) => row.address.city),
      { width: 170, stays: true },
    ),
    column.quantity('open', { label: HEADERS.allocated, card: 'figure' }, (row) => figures(row).open),
    column.quantity(
      'inDelivery',
      { label: HEADERS.inDelivery, card: 'figure' },
      (row) => figures(row).inDelivery,
    ),
    column.quantity(
      'delivered',
      { label: HEADERS.delivered, card: 'figure' },
      (row) => figures(row).delivered,
    ),
    marginColumn<AllocatedRow>(),
    { ...priceColumn, card: 'rest' },
    column.cell('realization', { label: 'Realizacja kontraktu' }, (row) => (
      <RealizationBar
        realization={{
          quantity: row.quantityKg,
          delivered: row.delivered,
          inDelivery: row.inDelivery,
          allocated: row.allocated,
        }}
      />
    )),
    column.cell('status', { label: 'Stan kontraktu' }, (row) => (
      <Stack gap={0} align="flex-start">
        <ContractStatusBadge status={row.contractStatus} />
        <AgreementStatusBadge status={row.agreementStatus} />
      </Stack>
    )),
    column.text('quality', { label: HEADERS.quality, width: 150 }, (row) => row.rawMaterialQualityTitle),
    column.dateRange('dates', { label: SIDE_LABELS[counterpart].receiptDates }, (row) => [
      row.dateOfReceiptFrom,
      row.dateOfReceiptTo,
    ]),
    column.text('freight', { label: HEADERS.freightTerms, width: 180 }, formatFreight),
    column.text('comments', { label: HEADERS.comment, width: 160 }, (row) => row.comments),
    column.text('owner', { label: HEADERS.owner, width: 140 }, (row) => row.owner),
    requirementsColumn,
  ];
};

const COLUMNS: BySide<readonly ListColumn<AllocatedRow>[]> = {
  purchase: columnsFor('purchase'),
  sales: columnsFor('sales'),
};

const TITLES: BySide<{ title: string; empty: string; hint: string; ended: string }> = {
  purchase: {
    title: 'Zaalokowane kontrakty sprzedaży',
    empty: 'Ten zakup nie jest jeszcze zaalokowany',
    hint: 'Alokuje się z kontraktu sprzedaży: wybierz tam „Alokuj”.',
    ended: 'Ten zakup nie ma żadnych alokacji',
  },
  sales: {
    title: 'Zaalokowane kontrakty zakupu',
    empty: 'Ta sprzedaż nie ma jeszcze zaalokowanego towaru',
    hint: 'Wybierz „Alokuj”, żeby przypisać kontrakty zakupu.',
    ended: 'Ta sprzedaż nie ma żadnych alokacji',
  },
};

/**
 * A link to the sales contracts, where a purchase is allocated. A sale has an allocate
 * button in its header instead.
 */
const ALLOCATE_LINKS: BySide<(rawMaterialId: number) => ReactNode> = {
  purchase: (rawMaterialId) => <OpenSalesButton rawMaterialId={rawMaterialId} />,
  sales: () => null,
};

/** Returns the ids of this contract and of the allocated contract, named by their sides. */
const toSides: BySide<(own: number, other: number) => { purchaseId: number; salesId: number }> = {
  purchase: (own, other) => ({ purchaseId: own, salesId: other }),
  sales: (own, other) => ({ purchaseId: other, salesId: own }),
};

/**
 * The contracts of the other side that have an allocation with this contract, with actions on each allocation.
 */
export function AllocatedContracts({ side, contract }: { side: Side; contract: ContractRecord }) {
  const list = useLocalListParams(params);
  const listInput = listQueryOf(list.params);
  const query = useQuery(allocatedContractsQuery(side, contract.id, listInput));
  const navigate = useNavigate();
  const allocationDialog = useAllocationDialog();
  const open = (kind: AllocationDialogRequest['kind'], row: AllocatedRow) =>
    allocationDialog.open({ kind, ...toSides[side](contract.id, row.id) });
  const counterpart = COUNTERPART[side];
  const columns = useColumns(`allocated:${side}`, COLUMNS[side]);
  const words = TITLES[side];
  const actions = (row: AllocatedRow): RowAction[] => [
    {
      label: 'Dodaj transport',
      icon: <IconTruck size={16} aria-hidden />,
      disabledReason: whyNotAddTransport(contract, row),
      onClick: () => open('transport', row),
    },
    {
      label: 'Edytuj alokację',
      icon: <IconEdit size={16} aria-hidden />,
      disabledReason: whyNotEditAllocation(allocationFigures[side](row).open, contract, row),
      onClick: () => open('allocation', row),
    },
    {
      label: 'Szczegóły',
      icon: <IconEye size={16} aria-hidden />,
      onClick: () => void navigate(dashboardLink[counterpart](row.id)),
    },
  ];
  const allocating = ALLOCATE_LINKS[side](contract.rawMaterialId);
  const hasEnded = isEnded(contract.contractStatus);
  const isMoreToAllocate = contract.allowed > 0 && !hasEnded;
  return (
    <>
      <ListPage
        title={words.title}
        embedded
        list={list}
        query={query}
        // an empty list shows the link in its message instead
        action={
          isMoreToAllocate && query.data !== undefined && query.data.list.length > 0 ? allocating : null
        }
        onExport={allocatedContractsExport(side, contract.id, listInput)}
        columns={columns}
      >
        <DataTable
          label={words.title}
          columns={columns.shown}
          query={query}
          list={list}
          rowName={contractNumber}
          rowTarget={(row) => ({ link: dashboardLink[counterpart](row.id) })}
          rowActions={actions}
          empty={
            hasEnded ? { title: words.ended } : { title: words.empty, hint: words.hint, action: allocating }
          }
        />
      </ListPage>
      {allocationDialog.dialog}
    </>
  );
}
