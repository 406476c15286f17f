import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { AllocatedRow, ContractRecord } from '@spichlerz/shared/wire/contracts';
import { HEADERS } from '@spichlerz/shared/words/headers';
import { IconArrowsExchange, IconEye } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { candidatesExport, candidatesQuery, fetchAllocatedValue } from '../../api/allocations.ts';
import { contractQuery } from '../../api/contracts.ts';
import { listQueryOf } from '../../api/list-request.ts';
import { AllocationDialog } from '../../components/allocation-dialog.tsx';
import { columnsOf } from '../../components/columns.tsx';
import { dashboardLink } from '../../components/contract-links.ts';
import { CONTRACT_COLUMNS, contractorOf } from '../../components/contract-list/contract-columns.tsx';
import { useContractFilters } from '../../components/contract-list/contract-filters.tsx';
import {
  type ContractParams,
  contractListParams,
} from '../../components/contract-list/contract-list-params.ts';
import { contractName } from '../../components/contract-status-menu.tsx';
import { usePageTrail } from '../../components/page-trail.ts';
import { RealizationBar } from '../../components/realization-bar.tsx';
import { RecordGate } from '../../components/record-gate.tsx';
import { ContractStatusBadge } from '../../components/status-badge.tsx';
import type { ListColumn } from '../../ui/list/column.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { ListDefinition } from '../../ui/list/list-params.ts';
import { useListParams } from '../../ui/list/use-list-params.ts';
import { formatAddress } from '../../words/address.ts';
import { formatDateRange, formatPrice, formatTonnes } from '../../words/format.ts';

/** Purchases of every offered status: the server leaves out those that cannot give. */
const candidateParams: ListDefinition<ContractParams> = {
  ...contractListParams,
  read: (search) => contractListParams.read({ contractStatus: '', ...search }),
  defaults: contractListParams.read({ contractStatus: '' }),
};

const column = columnsOf<AllocatedRow>();
const [number, contractor, documentNumber, ...others] =
  CONTRACT_COLUMNS.purchase as readonly ListColumn<AllocatedRow>[];
const COLUMNS = [
  number,
  contractor,
  documentNumber,
  column.quantity('allowed', { label: HEADERS.allowed, card: 'figure' }, (row) => row.allowed),
  column.quantity(
    'forSale',
    { label: HEADERS.allocatedHere, card: 'figure' },
    (row) => row.allocatedForSales,
  ),
  ...others,
].filter((known) => known !== undefined);

/** Chooses the purchases a sale is delivered from. */
export function SaleAllocationPage() {
  const id = Number(useParams({ strict: false }).id);
  const query = useQuery(contractQuery('sales', id));
  return <RecordGate query={query}>{(sale) => <Allocation sale={sale} />}</RecordGate>;
}

type Opened = { purchase: AllocatedRow; openKg: number };

function Allocation({ sale }: { sale: ContractRecord }) {
  const status = sale.contractStatus;
  usePageTrail(
    contractName(sale),
    useMemo(() => <ContractStatusBadge status={status} />, [status]),
  );
  const list = useListParams(candidateParams);
  const asked = listQueryOf(list.params);
  const query = useQuery(candidatesQuery(sale.id, asked));
  const filters = useContractFilters('purchase', sale.rawMaterialId);
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  // the list may be a moment old: what is allocated already decides which dialog opens
  const open = useMutation({
    mutationFn: async (purchase: AllocatedRow) => ({
      purchase,
      openKg: await fetchAllocatedValue(purchase.id, sale.id),
    }),
    onSuccess: setOpened,
  });
  const openingId = open.isPending ? open.variables.id : null;
  const columns = [
    ...COLUMNS.slice(0, 3),
    column.cell('allocate', { label: 'Alokacja', card: 'figure' }, (row) => (
      <Button
        size="compact-xs"
        variant="light"
        loading={openingId === row.id}
        onClick={() => open.mutate(row)}
        aria-label={`Alokuj z kontraktu ${contractName(row)}`}
      >
        Alokuj
      </Button>
    )),
    ...COLUMNS.slice(3),
  ];

  return (
    <Stack gap="md">
      <SaleSummary sale={sale} />
      <ListPage
        title="Kontrakty zakupu do alokacji"
        embedded
        list={list}
        query={query}
        onExport={candidatesExport(sale.id, asked)}
        searchHint="Szukaj: nr kontraktu, dostawca, adres, uwagi"
        filters={filters}
      >
        <DataTable
          label="Kontrakty zakupu do alokacji"
          columns={columns}
          query={query}
          list={list}
          rowName={contractName}
          rowActions={(row) => [
            {
              label: 'Alokuj',
              icon: <IconArrowsExchange size={16} aria-hidden />,
              onClick: () => open.mutate(row),
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
      {opened === null ? null : (
        <AllocationDialog
          purchase={opened.purchase}
          sale={sale}
          openKg={opened.openKg}
          onClose={() => setOpened(null)}
        />
      )}
    </Stack>
  );
}

function SaleSummary({ sale }: { sale: ContractRecord }) {
  const figures: [string, number][] = [
    ['Ilość', sale.cargoQuantity],
    ['Do zaalokowania', sale.toAllocate],
    ['Zaalokowano', sale.allocated],
    ['W dostawie', sale.inDelivery],
    ['Dostarczono', sale.delivered],
    ['Dopuszczalna ilość', sale.allowed],
  ];
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={1}>Alokuj do {contractName(sale)}</Title>
            <Text fz="sm">
              {contractorOf(sale)} · {sale.rawMaterial.name} · {sale.rawMaterialQualityTitle} ·{' '}
              {formatPrice(sale.price, sale.currency)}
            </Text>
            <Text fz="sm" c="dimmed">
              {sale.fcaCpt ? 'FCA' : 'CPT'} {formatAddress(sale.address)} · Termin dostawy{' '}
              {formatDateRange(sale.dateOfReceiptFrom, sale.dateOfReceiptTo)}
            </Text>
          </div>
          <Anchor
            fz="sm"
            renderRoot={(props: object) => <Link {...props} {...dashboardLink.sales(sale.id)} />}
          >
            Pokaż realizację
          </Anchor>
        </Group>
        <RealizationBar
          realization={{
            quantity: sale.cargoQuantity,
            delivered: sale.delivered,
            inDelivery: sale.inDelivery,
            allocated: sale.allocated,
          }}
        />
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="md" verticalSpacing={4}>
          {figures.map(([label, kg]) => (
            <div key={label}>
              <Text fz="xs" c="dimmed">
                {label}
              </Text>
              <Text fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
                {kg < 0 ? `nadwyżka ${formatTonnes(-kg)}` : formatTonnes(kg)}
              </Text>
            </div>
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}
