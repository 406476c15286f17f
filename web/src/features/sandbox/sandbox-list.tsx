import { Button, Group, Stack } from '@mantine/core';
import { CONTRACT_STATUSES } from '@spichlerz/shared/domain/contract';
import { matchesSearch } from '@spichlerz/shared/domain/search';
import { formatDate, formatPrice } from '@spichlerz/shared/words/figures';
import { CONTRACT_STATUS_LABELS } from '@spichlerz/shared/words/statuses';
import { IconEye, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { columnsOf } from '../../components/columns.tsx';
import { MoneyField } from '../../components/field/unit-fields.tsx';
import { ContractStatusBadge } from '../../components/status-badge.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { FilterFieldsProps } from '../../ui/table/list-filters.tsx';
import type { ListQuery } from '../../ui/table/list-outcome.tsx';
import { ListPage } from '../../ui/table/list-page.tsx';
import {
  defineListParams,
  type ParamsOf,
  urlDay,
  urlMany,
  urlWhole,
  useListParams,
} from '../../ui/table/list-params.ts';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { StatusChips } from '../../ui/table/status-chips.tsx';
import { labelOptions } from '../../words/labels.ts';
import { RealizationBar } from '../contracts/realization-bar.tsx';
import { SANDBOX_ROWS, type SandboxRow } from './sandbox-rows.ts';

const definition = defineListParams({
  sort: ['document_number', 'supplier', 'cargo_quantity', 'price'],
  order: 'document_number ASC',
  filters: { status: urlMany(CONTRACT_STATUSES), dateFrom: urlDay(), priceFrom: urlWhole() },
});

const column = columnsOf<SandboxRow>();
const columns = [
  column.text(
    'documentNumber',
    { label: 'Nr kontraktu', sort: 'document_number', width: 130 },
    (row) => row.documentNumber,
  ),
  column.text(
    'supplier',
    { label: 'Dostawca', sort: 'supplier', width: 240, card: 'title' },
    (row) => row.supplier,
  ),
  column.cell('status', { label: 'Status' }, (row) => <ContractStatusBadge status={row.status} />),
  column.quantity('quantity', { label: 'Ilość', sort: 'cargo_quantity' }, (row) => row.quantity),
  column.price('price', { label: 'Cena', sort: 'price' }, (row) => row.price),
  column.cell('realization', { label: 'Realizacja' }, (row) => <RealizationBar realization={row} />),
  column.dateRange('dates', { label: 'Termin odbioru' }, (row) => [row.from, row.to]),
  column.text('place', { label: 'Warunki dostawy', width: 190 }, (row) => row.place),
  column.text('owner', { label: 'Opiekun', width: 140 }, (row) => row.owner),
  column.text('comments', { label: 'Uwagi', width: 180 }, (row) => row.comments),
  column.flag('isGmp', { label: 'GMP' }, (row) => row.isGmp),
  column.flag('isCert', { label: 'CERT' }, (row) => row.isCert),
];

type State = 'ready' | 'loading' | 'next' | 'empty' | 'failed';

export function SandboxList() {
  const list = useListParams(definition);
  const [state, setState] = useState<State>('ready');
  const { status, search, page, size } = list.params;
  const matching = SANDBOX_ROWS.filter(
    (row) => (status.length === 0 || status.includes(row.status)) && matchesSearch(row.supplier, search),
  );
  const shown = state === 'empty' ? [] : matching.slice((page - 1) * size, page * size);
  const hasData = state !== 'loading' && state !== 'failed';
  const query: ListQuery<SandboxRow> = {
    data: hasData
      ? {
          list: shown,
          filtered: state === 'empty' ? 0 : matching.length,
          total: state === 'empty' ? 0 : SANDBOX_ROWS.length,
        }
      : undefined,
    error: state === 'failed' ? new Error('offline') : null,
    isFetching: state === 'loading' || state === 'next',
    isPlaceholderData: state === 'next',
    dataUpdatedAt: hasData ? Date.UTC(2026, 10, 5, 13, 5, 9) : 0,
    refetch: () => setState('ready'),
  };

  return (
    <Stack gap="md">
      <Group>
        <SegmentedControl
          size="xs"
          aria-label="Stan listy"
          value={state}
          onChange={(next) => setState(next)}
          data={[
            { value: 'ready', label: 'Gotowa' },
            { value: 'loading', label: 'Pierwsze wczytanie' },
            { value: 'next', label: 'Kolejna strona' },
            { value: 'empty', label: 'Pusta' },
            { value: 'failed', label: 'Błąd' },
          ]}
        />
      </Group>
      <ListPage
        title="Kontrakty zakupu"
        embedded
        list={list}
        query={query}
        onExport={exportOf(state)}
        searchHint="Szukaj dostawcy"
        action={<Button leftSection={<IconPlus size={16} aria-hidden />}>Dodaj kontrakt</Button>}
        chips={
          <StatusChips
            label="Status kontraktu"
            options={labelOptions(CONTRACT_STATUS_LABELS)}
            value={status}
            onChange={(next) => list.change({ status: next })}
          />
        }
        filters={{
          chips: {
            dateFrom: (day) => `Odbiór od ${formatDate(day)}`,
            priceFrom: (price) => `Cena od ${formatPrice(price)}`,
          },
          fields,
        }}
      >
        <DataTable
          label="Kontrakty zakupu"
          columns={columns}
          query={query}
          list={list}
          rowName={(row) => row.documentNumber}
          rowTarget={(row) => ({ onOpen: () => notifySuccess(row.supplier, row.documentNumber) })}
          rowActions={actionsOf}
          empty={{
            title: 'Nie ma jeszcze kontraktów zakupu',
            hint: 'Dodaj pierwszy kontrakt, żeby zacząć.',
            action: <Button>Dodaj kontrakt</Button>,
          }}
        />
      </ListPage>
    </Stack>
  );
}

/** Fails in the state "next", in order to show the retry button. */
const exportOf = (state: State) => () =>
  state === 'next'
    ? Promise.reject(new Error('offline'))
    : Promise.resolve(new File(['Nr kontraktu\r\n'], 'piaskownica.csv', { type: 'text/csv' }));

const fields = (props: FilterFieldsProps<ParamsOf<typeof definition>>) => <Filters {...props} />;

function Filters({ control }: FilterFieldsProps<ParamsOf<typeof definition>>) {
  return (
    <>
      <DateField control={control} name="dateFrom" label="Odbiór od" />
      <MoneyField control={control} name="priceFrom" label="Cena od" perTonne />
    </>
  );
}

function actionsOf(row: SandboxRow): RowAction[] {
  return [
    {
      label: 'Szczegóły',
      icon: <IconEye size={16} aria-hidden />,
      onClick: () => notifySuccess(row.documentNumber),
    },
    {
      label: 'Usuń',
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      disabledReason: row.delivered > 0 ? 'Kontrakt zakupu ma transporty, więc nie można go usunąć.' : null,
      onClick: () => notifySuccess(row.documentNumber, 'Usunięto kontrakt'),
    },
  ];
}
