import { ALLOCATION_SORT } from '@spichlerz/shared/calls/allocations';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { AllocationRow } from '@spichlerz/shared/wire/allocations';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { IconEdit, IconTruck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { allocationExport, allocationListQuery } from '../../api/allocations.ts';
import { contractQuery } from '../../api/contracts.ts';
import { listQueryOf } from '../../api/list-request.ts';
import { rawMaterialTabsQuery, useOwners } from '../../api/reference.ts';
import { columnsOf } from '../../components/columns.tsx';
import { ViewsMenu } from '../../components/list-views/views-menu.tsx';
import { MultiSelectField } from '../../ui/field/select-field.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { joinColumns } from '../../ui/table/joined-columns.ts';
import type { FilterFieldsProps } from '../../ui/table/list-filters.tsx';
import { ListPage } from '../../ui/table/list-page.tsx';
import { defineListParams, type ParamsOf, urlId, urlIds, useListParams } from '../../ui/table/list-params.ts';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { useColumns } from '../../ui/table/use-columns.ts';
import { counted, NOUN_FORMS } from '../../words/plural.ts';
import { whyNotAddTransport, whyNotEditAllocation } from '../contracts/contract-balance.ts';
import { ContractRef } from '../contracts/contract-ref.tsx';
import { ContractSelect } from '../contracts/contract-select.tsx';

import { OpenSalesButton } from './open-sales-button.tsx';
import { useAllocationDialog } from './use-allocation-dialog.tsx';

const params = defineListParams({
  sort: ALLOCATION_SORT,
  order: 'id DESC',
  filters: { rawMaterialId: urlIds(), ownerId: urlIds(), purchaseId: urlId(), salesId: urlId() },
});

const column = columnsOf<AllocationRow>();
const contractOf: BySide<(row: AllocationRow) => AllocationRow['purchase']> = {
  purchase: (row) => row.purchase,
  sales: (row) => row.sale,
};
const contractColumn = (side: Side, sort: 'purchase_document_number' | 'sales_document_number') =>
  column.cell(`${side}Contract`, { label: SIDE_LABELS[side].contract, sort, card: 'figure' }, (row) => {
    const { id, documentNumber } = contractOf[side](row);
    return <ContractRef side={side} contract={{ contractId: id, documentNumber }} />;
  });
const contractorOf = ({ supplier, recipient }: AllocationRow['purchase']) => (supplier ?? recipient)?.name;

const COLUMNS = [
  joinColumns(
    column.text(
      'supplier',
      { label: SIDE_LABELS.purchase.contractor, sort: 'supplier', card: 'title' },
      (row) => contractorOf(row.purchase),
    ),
    contractColumn('purchase', 'purchase_document_number'),
    { width: 200 },
  ),
  joinColumns(
    column.text(
      'recipient',
      { label: SIDE_LABELS.sales.contractor, sort: 'recipient', card: 'figure' },
      (row) => contractorOf(row.sale),
    ),
    contractColumn('sales', 'sales_document_number'),
    { width: 200, stays: true },
  ),
  column.text('material', { label: HEADERS.rawMaterial, width: 110 }, (row) => row.rawMaterial.name),
  column.quantity(
    'allocated',
    { label: HEADERS.allocated, sort: 'allocated', card: 'figure' },
    (row) => row.allocated,
  ),
  joinColumns(
    column.quantity(
      'inDelivery',
      { label: HEADERS.inDelivery, sort: 'in_delivery', card: 'figure' },
      (row) => row.inDelivery,
    ),
    column.text('trucks', { label: '', name: HEADERS.transportsInDelivery }, (row) =>
      row.inDeliveryTransportCount === 0
        ? null
        : counted(row.inDeliveryTransportCount, NOUN_FORMS.transports),
    ),
  ),
  column.quantity(
    'delivered',
    { label: HEADERS.delivered, sort: 'delivered', card: 'figure' },
    (row) => row.delivered,
  ),
  joinColumns(
    column.text('purchaseOwner', { label: HEADERS.purchaseOwner }, (row) => row.purchase.owner),
    column.text('salesOwner', { label: HEADERS.salesOwner }, (row) => row.sale.owner),
    { width: 150 },
  ),
];

const names = (options: readonly { id: number; name: string }[], ids: readonly number[]) =>
  options.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ');

/** All allocations from purchase contracts to sales contracts. */
export function AllocationsPage() {
  const list = useListParams(params, { menuPath: '/allocations' });
  const listInput = listQueryOf(list.params);
  const query = useQuery(allocationListQuery(listInput));
  const columns = useColumns('allocations', COLUMNS);
  const allocationDialog = useAllocationDialog();
  const purchaseNumber = useContractNumber('purchase', list.params.purchaseId);
  const saleNumber = useContractNumber('sales', list.params.salesId);
  const materials = useQuery(rawMaterialTabsQuery).data ?? [];
  const owners = useOwners(list.params.ownerId) ?? [];
  const rowActions = (row: AllocationRow): RowAction[] => [
    {
      label: 'Dodaj transport',
      icon: <IconTruck size={16} aria-hidden />,
      disabledReason: whyNotAddTransport(row.purchase, row.sale),
      onClick: () =>
        allocationDialog.open({ kind: 'transport', purchaseId: row.purchaseId, salesId: row.salesId }),
    },
    {
      label: 'Edytuj alokację',
      shortcut: 'e',
      icon: <IconEdit size={16} aria-hidden />,
      disabledReason: whyNotEditAllocation(row.allocated, row.purchase, row.sale),
      onClick: () =>
        allocationDialog.open({ kind: 'allocation', purchaseId: row.purchaseId, salesId: row.salesId }),
    },
  ];
  return (
    <>
      <ListPage
        title="Alokacje"
        list={list}
        query={query}
        onExport={allocationExport(listInput)}
        columns={columns}
        views={<ViewsMenu list="/allocations" columns={columns} />}
        searchHint="Szukaj: nr, dostawca, odbiorca, kod"
        filters={{
          fields,
          chips: {
            purchaseId: (id) => (id === null ? null : `${SIDE_LABELS.purchase.contract}: ${purchaseNumber}`),
            salesId: (id) => (id === null ? null : `${SIDE_LABELS.sales.contract}: ${saleNumber}`),
            rawMaterialId: (ids) => `Surowiec: ${names(materials, ids)}`,
            ownerId: (ids) =>
              `Opiekun: ${names(
                owners.map(({ value, label }) => ({ id: value, name: label })),
                ids,
              )}`,
          },
        }}
      >
        <DataTable
          label="Alokacje"
          columns={columns.shown}
          query={query}
          list={list}
          rowName={rowName}
          rowActions={rowActions}
          empty={{
            title: 'Nie ma jeszcze alokacji',
            hint: 'Alokuje się z kontraktu sprzedaży: otwórz go i wybierz „Alokuj”.',
            action: <OpenSalesButton />,
          }}
        />
      </ListPage>
      {allocationDialog.dialog}
    </>
  );
}

function rowName({ purchase, sale }: AllocationRow): string {
  return `${contractNumber(purchase)} → ${contractNumber(sale)}`;
}

/** The number of the contract that the list is filtered by. */
function useContractNumber(side: Side, id: number | null): string {
  const contract = useQuery({ ...contractQuery(side, id ?? 0), enabled: id !== null }).data;
  return contractNumber({ id: id ?? 0, documentNumber: contract?.documentNumber ?? null });
}

const fields = (props: FilterFieldsProps<ParamsOf<typeof params>>) => <Filters {...props} />;

function Filters({ control }: FilterFieldsProps<ParamsOf<typeof params>>) {
  const materials = useQuery(rawMaterialTabsQuery).data ?? [];
  const owners = useOwners(useWatch({ control, name: 'ownerId' }), true) ?? [];
  return (
    <>
      <MultiSelectField
        control={control}
        name="rawMaterialId"
        label="Surowiec"
        options={materials.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <MultiSelectField control={control} name="ownerId" label="Opiekun" options={owners} />
      <ContractSelect control={control} name="purchaseId" side="purchase" />
      <ContractSelect control={control} name="salesId" side="sales" />
    </>
  );
}
