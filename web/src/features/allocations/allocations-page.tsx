import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { AllocationRow } from '@spichlerz/shared/wire/allocations';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_WORDS } from '@spichlerz/shared/words/side';
import { IconEdit, IconTruck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { allocationExport, allocationListQuery } from '../../api/allocations.ts';
import { contractQuery } from '../../api/contracts.ts';
import { listQueryOf } from '../../api/list-request.ts';
import { rawMaterialTabsQuery, userOptionsQuery } from '../../api/reference.ts';
import { AllocationDialog } from '../../components/allocation-dialog.tsx';
import { columnsOf } from '../../components/columns.tsx';
import { ContractRef, numberOf } from '../../components/contract-ref.tsx';
import { CreateTransportDialog } from '../../components/transport/create-transport-dialog.tsx';
import { MultiSelectField } from '../../ui/field/select-field.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import type { FilterFieldsProps } from '../../ui/list/list-filters.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { defineListParams, type ParamsOf } from '../../ui/list/list-params.ts';
import type { RowAction } from '../../ui/list/row-actions.tsx';
import { urlIds } from '../../ui/list/url-values.ts';
import { useListParams } from '../../ui/list/use-list-params.ts';
import { COUNTED, counted } from '../../words/plural.ts';

const params = defineListParams({
  sort: [
    'id',
    'purchase_document_number',
    'sales_document_number',
    'supplier',
    'recipient',
    'allocated',
    'in_delivery',
    'delivered',
  ],
  order: 'id DESC',
  filters: { rawMaterialId: urlIds(), ownerId: urlIds() },
});

const column = columnsOf<AllocationRow>();
const contractOf: BySide<(row: AllocationRow) => AllocationRow['purchase']> = {
  purchase: (row) => row.purchase,
  sales: (row) => row.sale,
};
const contractColumns = (side: Side, sort: 'purchase_document_number' | 'sales_document_number') => [
  column.cell(`${side}Contract`, { label: SIDE_WORDS[side].contract, sort, card: 'figure' }, (row) => {
    const { id, documentNumber } = contractOf[side](row);
    return <ContractRef side={side} contract={{ contractId: id, documentNumber }} />;
  }),
];
const contractorOf = ({ supplier, recipient }: AllocationRow['purchase']) => (supplier ?? recipient)?.name;

const columns = [
  column.text('supplier', { label: 'Dostawca', sort: 'supplier', width: 200, card: 'title' }, (row) =>
    contractorOf(row.purchase),
  ),
  ...contractColumns('purchase', 'purchase_document_number'),
  column.text('recipient', { label: 'Odbiorca', sort: 'recipient', width: 200, card: 'figure' }, (row) =>
    contractorOf(row.sale),
  ),
  ...contractColumns('sales', 'sales_document_number'),
  column.text('material', { label: HEADERS.rawMaterial, width: 110 }, (row) => row.rawMaterial.name),
  column.quantity(
    'allocated',
    { label: HEADERS.allocated, sort: 'allocated', card: 'figure' },
    (row) => row.allocated,
  ),
  column.quantity(
    'inDelivery',
    { label: HEADERS.inDelivery, sort: 'in_delivery', card: 'figure' },
    (row) => row.inDelivery,
  ),
  column.text('trucks', { label: HEADERS.trucksInDelivery, width: 130 }, (row) =>
    counted(row.inDeliveryTransportCount, COUNTED.transports),
  ),
  column.quantity(
    'delivered',
    { label: HEADERS.delivered, sort: 'delivered', card: 'figure' },
    (row) => row.delivered,
  ),
  column.text('purchaseOwner', { label: HEADERS.purchaseOwner, width: 150 }, (row) => row.purchase.owner),
  column.text('salesOwner', { label: HEADERS.salesOwner, width: 150 }, (row) => row.sale.owner),
];

type Opened = { kind: 'allocation' | 'transport'; row: AllocationRow };

const names = (options: readonly { id: number; name: string }[], ids: readonly number[]) =>
  options.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ');

/** Everything promised from purchases to sales. */
export function AllocationsPage() {
  const list = useListParams(params, { remember: '/allocations' });
  const asked = listQueryOf(list.params);
  const query = useQuery(allocationListQuery(asked));
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened | null>(null);
  // the dialogs need both contracts whole
  const open = useMutation({
    mutationFn: async ({ row }: Opened) => {
      await Promise.all([
        client.fetchQuery({ ...contractQuery('purchase', row.purchaseId), staleTime: 0 }),
        client.fetchQuery({ ...contractQuery('sales', row.salesId), staleTime: 0 }),
      ]);
    },
    onSuccess: (_done, next) => setOpened(next),
  });
  const materials = useQuery(rawMaterialTabsQuery).data ?? [];
  const owners = useQuery(userOptionsQuery).data ?? [];
  const rowActions = (row: AllocationRow): RowAction[] => [
    {
      label: 'Dodaj transport',
      icon: <IconTruck size={16} aria-hidden />,
      onClick: () => open.mutate({ kind: 'transport', row }),
    },
    {
      label: 'Edytuj alokację',
      icon: <IconEdit size={16} aria-hidden />,
      onClick: () => open.mutate({ kind: 'allocation', row }),
    },
  ];
  return (
    <>
      <ListPage
        title="Alokacje"
        list={list}
        query={query}
        onExport={allocationExport(asked)}
        searchHint="Szukaj: nr kontraktu, dostawca, odbiorca"
        filters={{
          Fields: Filters,
          chips: {
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
          columns={columns}
          query={query}
          list={list}
          rowName={rowName}
          rowActions={rowActions}
          empty={{
            title: 'Nie ma jeszcze alokacji',
            hint: 'Alokuje się z kontraktu sprzedaży: otwórz go i wybierz „Alokuj”.',
          }}
        />
      </ListPage>
      {opened === null ? null : <OpenedDialog opened={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const nameOf = ({ id, documentNumber }: AllocationRow['purchase']) =>
  numberOf({ contractId: id, documentNumber });

function rowName({ purchase, sale }: AllocationRow): string {
  return `${nameOf(purchase)} → ${nameOf(sale)}`;
}

function OpenedDialog({ opened: { kind, row }, onClose }: { opened: Opened; onClose: () => void }) {
  const purchase = useQuery(contractQuery('purchase', row.purchaseId)).data;
  const sale = useQuery(contractQuery('sales', row.salesId)).data;
  if (purchase === undefined || sale === undefined) return null;
  const Dialog = { allocation: AllocationDialog, transport: CreateTransportDialog }[kind];
  return <Dialog purchase={purchase} sale={sale} openKg={row.allocated} onClose={onClose} />;
}

function Filters({ control }: FilterFieldsProps<ParamsOf<typeof params>>) {
  const materials = useQuery(rawMaterialTabsQuery).data ?? [];
  const owners = useQuery(userOptionsQuery).data ?? [];
  return (
    <>
      <MultiSelectField
        control={control}
        name="rawMaterialId"
        label="Surowiec"
        options={materials.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <MultiSelectField control={control} name="ownerId" label="Opiekun" options={owners} />
    </>
  );
}
