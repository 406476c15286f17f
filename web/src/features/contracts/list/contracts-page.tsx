import { Button } from '@mantine/core';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { IconArrowsExchange, IconCopy, IconEdit, IconEye, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { contractExport, contractListQuery } from '../../../api/contracts.ts';
import { rawMaterialTabsQuery } from '../../../api/reference.ts';
import { ViewsMenu } from '../../../components/list-views/views-menu.tsx';
import { TabBar } from '../../../ui/tab-bar.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ListButton } from '../../../ui/table/list-outcome.tsx';
import { ListPage } from '../../../ui/table/list-page.tsx';
import { type ListState, useListParams } from '../../../ui/table/list-params.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { StatusChips } from '../../../ui/table/status-chips.tsx';
import { useColumns } from '../../../ui/table/use-columns.ts';
import { useSelection } from '../../../ui/table/use-selection.ts';
import { labelOptions } from '../../../words/labels.ts';
import { whyNotAllocateTo } from '../contract-balance.ts';
import {
  ALL_MATERIALS,
  allocationLink,
  CONTRACT_LIST_PATH,
  contractListLink,
  copyContractLink,
  createContractLink,
  dashboardLink,
} from '../contract-links.ts';
import { ContractBulk } from './contract-bulk.tsx';
import { ALL_MATERIALS_COLUMNS, CONTRACT_COLUMNS } from './contract-columns.tsx';
import { useContractFilters } from './contract-filters.tsx';
import { type ContractParams, contractListParams } from './contract-list-params.ts';
import { contractListInput } from './preload-contracts.ts';

export function PurchaseContractsPage() {
  return <ContractsPage side="purchase" />;
}

export function SalesContractsPage() {
  return <ContractsPage side="sales" />;
}

/** The list of contracts of one raw material or of all raw materials. */
function ContractsPage({ side }: { side: Side }) {
  const { id } = useParams({ from: `/app${CONTRACT_LIST_PATH[side]}/$id` });
  const rawMaterialId = id === ALL_MATERIALS ? null : Number(id);
  const list = useListParams(contractListParams, { menuPath: CONTRACT_LIST_PATH[side] });
  const listInput = contractListInput(list.params, rawMaterialId);
  const query = useQuery(contractListQuery(side, listInput));
  const filters = useContractFilters(side, rawMaterialId, list.params);
  const columns = useColumns(
    `contracts:${side}`,
    (rawMaterialId === null ? ALL_MATERIALS_COLUMNS : CONTRACT_COLUMNS)[side],
  );
  // All raw materials share the list parameters. `page` also contains the raw material, so that opening the tab
  // of another raw material clears the selection.
  const page = useMemo(() => ({ params: list.params, rawMaterialId }), [list.params, rawMaterialId]);
  const selection = useSelection(query.data?.list, page);
  const words = SIDE_LABELS[side];
  const rowActions = useRowActions(side);
  const isEverywhere = rawMaterialId === null && list.params.contractStatus.length === 0;
  const elsewhere =
    list.params.search === '' || isEverywhere ? null : <SearchEverywhereButton side={side} list={list} />;
  return (
    <ListPage
      title={words.contracts}
      list={list}
      query={query}
      onExport={contractExport(side, listInput)}
      columns={columns}
      views={<ViewsMenu list={CONTRACT_LIST_PATH[side]} columns={columns} />}
      searchHint={`Szukaj: nr, ${words.contractor.toLowerCase()}, kod, adres, uwagi`}
      action={<CreateButton side={side} rawMaterialId={rawMaterialId} />}
      tabs={<RawMaterialTabs side={side} rawMaterialId={rawMaterialId} />}
      chips={
        <StatusChips
          label="Status kontraktu"
          options={labelOptions(CONTRACT_STATUS_LABELS)}
          value={list.params.contractStatus}
          onChange={(contractStatus) => list.change({ contractStatus })}
        />
      }
      filters={filters}
      tools={<ContractBulk side={side} selection={selection} />}
    >
      <DataTable
        label={words.contracts}
        columns={columns.shown}
        query={query}
        list={list}
        rowName={contractNumber}
        rowTarget={(row) => ({ link: dashboardLink[side](row.id) })}
        rowActions={rowActions}
        selection={selection}
        empty={{
          title: `Nie ma jeszcze żadnego ${words.contractGenitive}`,
          hint: 'Dodaj pierwszy kontrakt, żeby zacząć.',
          action: <CreateButton side={side} rawMaterialId={rawMaterialId} />,
          byDefault: {
            title: `Nie ma nowego ani aktywnego ${words.contractGenitive}`,
            hint: 'Kontrakty w innych statusach zobaczysz, gdy pokażesz wszystkie.',
            action: (
              <ListButton
                label="Pokaż wszystkie statusy"
                onPress={() => list.change({ contractStatus: [] })}
              />
            ),
          },
          elsewhere,
        }}
      />
    </ListPage>
  );
}

/** Only rows of sales contracts have an allocate action (specification 2, Sales contract list). */
function useRowActions(side: Side): (row: ContractRow) => RowAction[] {
  const navigate = useNavigate();
  const details = (row: ContractRow): RowAction => ({
    label: 'Szczegóły',
    icon: <IconEye size={16} aria-hidden />,
    onClick: () => void navigate(dashboardLink[side](row.id)),
  });
  const edit = (row: ContractRow): RowAction => ({
    label: 'Edytuj',
    shortcut: 'e',
    icon: <IconEdit size={16} aria-hidden />,
    onClick: () => void navigate(dashboardLink[side](row.id, 'details')),
  });
  const allocate = (row: ContractRow): RowAction => ({
    label: 'Alokuj',
    icon: <IconArrowsExchange size={16} aria-hidden />,
    disabledReason: whyNotAllocateTo(row),
    onClick: () => void navigate(allocationLink(row.id)),
  });
  const copy = (row: ContractRow): RowAction => ({
    label: 'Kopiuj',
    icon: <IconCopy size={16} aria-hidden />,
    onClick: () => void navigate(copyContractLink[side](row.id)),
  });
  const actions: BySide<(row: ContractRow) => RowAction[]> = {
    purchase: (row) => [details(row), edit(row), copy(row)],
    sales: (row) => [details(row), edit(row), allocate(row), copy(row)],
  };
  return actions[side];
}

type Choice = { side: Side; rawMaterialId: number | null };

type SearchedList = { side: Side; list: ListState<ContractParams> };

/**
 * Searches all raw materials and statuses, because the user may not know the raw material of a contract number.
 */
function SearchEverywhereButton({ side, list: { params, defaults } }: SearchedList) {
  const navigate = useNavigate();
  return (
    <ListButton
      label="Szukaj we wszystkich surowcach i statusach"
      onPress={() => {
        const { search, sort, size } = params;
        const everywhere = { ...defaults, search, sort, size, contractStatus: [] };
        void navigate({
          ...contractListLink[side](ALL_MATERIALS),
          search: contractListParams.write(everywhere),
        });
      }}
    />
  );
}

const CreateButton = memo(({ side, rawMaterialId }: Choice) => {
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      aria-keyshortcuts="n"
      renderRoot={(props: object) => (
        <Link
          {...props}
          {...createContractLink[side]}
          search={rawMaterialId === null ? {} : { material: String(rawMaterialId) }}
        />
      )}
    >
      Dodaj kontrakt
    </Button>
  );
});

const RawMaterialTabs = memo(({ side, rawMaterialId }: Choice) => {
  const materials = useQuery(rawMaterialTabsQuery).data ?? [];
  const navigate = useNavigate();
  return (
    <TabBar
      label="Surowiec"
      value={rawMaterialId === null ? ALL_MATERIALS : String(rawMaterialId)}
      tabs={[
        ...materials.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: ALL_MATERIALS, label: 'Wszystkie' },
      ]}
      // the filters stay when the raw material changes, except the qualities, which belong to one raw material
      onChange={(id) =>
        void navigate({
          ...contractListLink[side](id === ALL_MATERIALS ? ALL_MATERIALS : Number(id)),
          search: ({ page: _page, rawMaterialQualityId: _quality, ...rest }) => rest,
        })
      }
    />
  );
});
