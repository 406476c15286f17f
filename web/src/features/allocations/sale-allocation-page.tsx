import { Anchor, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { AllocatedRow, ContractRecord } from '@spichlerz/shared/wire/contracts';
import { formatAddress } from '@spichlerz/shared/words/address';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatDateRange, formatPrice } from '@spichlerz/shared/words/figures';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { IconArrowsExchange, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { candidatesExport, candidatesQuery } from '../../api/allocations.ts';
import { contractQuery } from '../../api/contracts.ts';
import { listQueryOf } from '../../api/list-request.ts';
import { columnsOf } from '../../components/columns.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { ContractStatusBadge } from '../../components/status-badge.tsx';
import { useBreadcrumbs } from '../../components/use-breadcrumbs.ts';
import { ButtonWithReason } from '../../ui/button-with-reason.tsx';
import { NoWrapPostCode } from '../../ui/no-wrap-post-code.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ListPage } from '../../ui/table/list-page.tsx';
import { useListParams } from '../../ui/table/list-params.ts';
import { useColumns } from '../../ui/table/use-columns.ts';
import { formatRequirements } from '../../words/contract-terms.ts';
import { formatRemaining } from '../../words/format.ts';
import { counted, NOUN_FORMS } from '../../words/plural.ts';
import { whyNotAllocateTo } from '../contracts/contract-balance.ts';
import { CONTRACT_LIST_PATH, dashboardLink } from '../contracts/contract-links.ts';
import { contractorOf } from '../contracts/list/contract-columns.tsx';
import { useContractFilters } from '../contracts/list/contract-filters.tsx';
import { candidateListParams } from '../contracts/list/contract-list-params.ts';
import { RealizationOverview } from '../contracts/realization-overview.tsx';
import { candidateColumns } from './candidate-columns.tsx';
import { useAllocationDialog } from './use-allocation-dialog.tsx';

const column = columnsOf<AllocatedRow>();

/** Allocates purchase contracts to a sales contract. */
export function SaleAllocationPage() {
  const id = Number(useParams({ from: '/app/contract/sale-list/allocation/$id' }).id);
  const query = useQuery(contractQuery('sales', id));
  return <QueryBoundary query={query}>{(sale) => <Allocation sale={sale} />}</QueryBoundary>;
}

function Allocation({ sale }: { sale: ContractRecord }) {
  const status = sale.contractStatus;
  useBreadcrumbs(contractNumber(sale), {
    badge: useMemo(() => <ContractStatusBadge status={status} />, [status]),
    to: `/contract/sale-list/dashboard/${sale.id}/realization`,
    list: `${CONTRACT_LIST_PATH.sales}/${sale.rawMaterialId}`,
  });
  const list = useListParams(candidateListParams);
  const listInput = listQueryOf(list.params);
  const query = useQuery(candidatesQuery(sale.id, listInput));
  const filters = useContractFilters('purchase', sale.rawMaterialId, list.params);
  const navigate = useNavigate();
  const allocationDialog = useAllocationDialog();
  const allocate = (row: AllocatedRow) =>
    allocationDialog.open({ kind: 'allocation', purchaseId: row.id, salesId: sale.id });
  const disabledReason = whyNotAllocateTo(sale);
  const chosen = useColumns(
    'candidates',
    useMemo(() => candidateColumns(sale), [sale]),
  );
  // the column with the allocate button cannot be hidden
  const columns = [
    ...chosen.shown,
    column.cell('allocate', { label: 'Alokacja', card: 'figure', width: 80, staysAtEnd: true }, (row) => (
      <ButtonWithReason
        size="compact-xs"
        variant="light"
        loading={allocationDialog.opening?.purchaseId === row.id}
        disabledReason={disabledReason}
        onClick={() => allocate(row)}
        aria-label={`${allocateLabel(row)} z kontraktu ${contractNumber(row)}`}
      >
        {isAllocated(row) ? 'Zmień' : 'Alokuj'}
      </ButtonWithReason>
    )),
  ];

  return (
    <Stack gap="md">
      <SaleSummary sale={sale} />
      <ListPage
        title="Kontrakty zakupu do alokacji"
        embedded
        list={list}
        query={query}
        onExport={candidatesExport(sale.id, listInput)}
        columns={chosen}
        searchHint="Szukaj: nr, dostawca, kod, adres, uwagi"
        filters={filters}
      >
        <DataTable
          label="Kontrakty zakupu do alokacji"
          columns={columns}
          query={query}
          list={list}
          rowName={contractNumber}
          rowTarget={disabledReason === null ? (row) => ({ onOpen: () => allocate(row) }) : undefined}
          rowActions={(row) => [
            {
              label: allocateLabel(row),
              icon: <IconArrowsExchange size={16} aria-hidden />,
              disabledReason,
              onClick: () => allocate(row),
            },
            {
              label: 'Szczegóły',
              icon: <IconEye size={16} aria-hidden />,
              onClick: () => void navigate(dashboardLink.purchase(row.id)),
            },
          ]}
          empty={{
            title: 'Żaden kontrakt zakupu tego surowca nie ma wolnej ilości',
            hint: 'Pokażą się tu kontrakty nowe, aktywne i na następny sezon.',
          }}
        />
      </ListPage>
      {allocationDialog.dialog}
    </Stack>
  );
}

const isAllocated = ({ allocatedForSales }: AllocatedRow) => (allocatedForSales ?? 0) > 0;
const allocateLabel = (row: AllocatedRow) => (isAllocated(row) ? 'Zmień alokację' : 'Alokuj');

function SaleSummary({ sale }: { sale: ContractRecord }) {
  const requirements = formatRequirements(sale);
  const transports = sale.inDeliveryTransportCount;
  const figures: { label: string; kg: number; note?: string | undefined }[] = [
    { label: HEADERS.quantity, kg: sale.quantityKg },
    { label: HEADERS.toAllocate, kg: sale.toAllocate },
    { label: HEADERS.allocated, kg: sale.allocated },
    {
      label: HEADERS.inDelivery,
      kg: sale.inDelivery,
      note: transports > 0 ? counted(transports, NOUN_FORMS.transports) : undefined,
    },
    { label: HEADERS.delivered, kg: sale.delivered },
    { label: HEADERS.realized, kg: sale.realized },
    { label: SIDE_LABELS.sales.remaining, kg: sale.toDeliver ?? 0 },
    { label: HEADERS.allowed, kg: sale.allowed },
  ];
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ overflowWrap: 'anywhere' }}>
            <Title order={1}>Alokuj do {contractNumber(sale)}</Title>
            <Text fz="sm">
              {contractorOf(sale)} · {sale.rawMaterial.name} · {sale.rawMaterialQualityTitle} ·{' '}
              {formatPrice(sale.price, sale.currency)}
            </Text>
            <Text fz="sm" c="dimmed">
              {sale.fcaCpt ? 'FCA' : 'CPT'} <NoWrapPostCode text={formatAddress(sale.address)} /> · Termin
              dostawy {formatDateRange(sale.dateOfReceiptFrom, sale.dateOfReceiptTo)}
              {requirements === '' ? null : ` · Wymagania: ${requirements}`}
            </Text>
          </div>
          <Anchor
            fz="sm"
            renderRoot={(props: object) => <Link {...props} {...dashboardLink.sales(sale.id)} />}
          >
            Pokaż realizację
          </Anchor>
        </Group>
        <RealizationOverview
          realization={{
            quantity: sale.quantityKg,
            delivered: sale.delivered,
            inDelivery: sale.inDelivery,
            allocated: sale.allocated,
          }}
        />
        <SimpleGrid cols={{ base: 2, sm: 4, xl: 8 }} spacing="md" verticalSpacing={4}>
          {figures.map(({ label, kg, note }) => (
            <div key={label}>
              <Text fz="xs" c="dimmed">
                {label}
              </Text>
              <Text fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatRemaining(kg)}
              </Text>
              {note === undefined ? null : (
                <Text fz="xs" c="dimmed">
                  {note}
                </Text>
              )}
            </div>
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}
