import { Box, Button, Group, Stack, Text } from '@mantine/core';
import type { UnloadingAction } from '@spichlerz/shared/domain/unloading-list';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { useCallback, useMemo, useState } from 'react';
import { columnsOf } from '../../../components/columns.tsx';
import { ImportSection } from '../../../components/table-import/import-section.tsx';
import { localListQuery, useLocalList } from '../../../components/table-import/local-list.ts';
import type { ChosenFile } from '../../../components/table-import/read-file.ts';
import { ROWS, ROWS_OF } from '../../../components/table-import/table-texts.ts';
import { Warning } from '../../../components/warning.tsx';
import { ButtonWithReason } from '../../../ui/button-with-reason.tsx';
import { usePhone } from '../../../ui/hooks/screen.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { joinColumns, singleColumns } from '../../../ui/table/joined-columns.ts';
import { ListPagination } from '../../../ui/table/list-pagination.tsx';
import { formatShortDate } from '../../../words/format.ts';
import { counted, formatCount, NOUN_FORMS } from '../../../words/plural.ts';
import {
  DifferenceCell,
  PreviewActionsProvider,
  PriceCell,
  readingsText,
  TransportCell,
  VerdictCell,
  weightText,
} from './preview-cells.tsx';
import { isReady, type PreviewRow, ROW_GROUPS, type RowGroup, whyNotApplied } from './preview-rows.ts';
import { Problem } from './problem.tsx';
import { unreadyRowsOf } from './unapplied-rows.ts';
import { UnappliedRowsButton } from './unapplied-rows-button.tsx';
import { GROUP_LABELS, isUnknownParameter, readingName, totalSentence } from './unloading-texts.ts';
import type { UnloadingList } from './use-unloading-list.ts';

const ACTIONS: { value: UnloadingAction; label: string }[] = [
  { value: 'DELIVER', label: 'Oznacz jako dostarczone' },
  { value: 'RELEASE', label: 'Przekaż do rozliczenia' },
];

type Shown = RowGroup | 'ALL';
const CHOICES: readonly Shown[] = ['ALL', ...ROW_GROUPS];

type Props = {
  state: UnloadingList;
  file: ChosenFile;
  rows: readonly PreviewRow[];
  salesId: number | null;
  recipientName: string;
};

/** The preview: the rows with their transports in three groups, and the button that applies them. */
export function PreviewSection({ state, file, rows, salesId, recipientName }: Props) {
  const { action, check, list, task, problem, setDecisions } = state;
  const [shown, setShown] = useState<Shown>('ALL');
  const params = useLocalList(50);
  const isBusy = task !== null || state.isUnconfirmed;
  const isPhone = usePhone();
  // on a phone the options are below each other, because the last option would be cut off
  const onOwnLines = isPhone ? ({ orientation: 'vertical', fullWidth: true } as const) : {};
  const choose = useCallback(
    (line: number, transportId: number | null) =>
      setDecisions((before) => ({ ...before, choices: new Map(before.choices).set(line, transportId) })),
    [setDecisions],
  );
  const acceptWeight = useCallback(
    (line: number, kg: number | null) =>
      setDecisions((before) => {
        const acceptedKg = new Map(before.acceptedKg);
        if (kg === null) acceptedKg.delete(line);
        else acceptedKg.set(line, kg);
        return { ...before, acceptedKg };
      }),
    [setDecisions],
  );
  const actions = useMemo(
    () => ({ choose, acceptWeight, salesId, recipientName, isBusy }),
    [choose, acceptWeight, salesId, recipientName, isBusy],
  );
  const columns = rows.some(({ readings }) => readings.length > 0) ? COLUMNS_WITH_READINGS : COLUMNS;
  const visible = shown === 'ALL' ? rows : rows.filter(({ group }) => group === shown);
  const ready = rows.filter(isReady);
  const left = unreadyRowsOf(rows);
  const query = localListQuery(visible, params, { total: rows.length, isFetching: check.isFetching });
  const count = (which: Shown) =>
    (which === 'ALL' ? rows : rows.filter(({ group }) => group === which)).length;
  return (
    <ImportSection
      title="3. Podgląd"
      actions={
        <>
          <Button variant="default" loading={check.isFetching} onClick={state.recheck}>
            Sprawdź ponownie
          </Button>
          {left.length === 0 ? null : <UnappliedRowsButton file={file} rows={left} />}
        </>
      }
    >
      <Stack gap={4}>
        <Text fz="sm" component="output">
          {summary(rows, ready)}
        </Text>
        {list?.totals
          .filter(({ statedKg, sumKg }) => statedKg === sumKg)
          .map((total) => (
            <Text key={total.line} fz="sm" c="dimmed">
              {totalSentence(total)}
            </Text>
          ))}
        {list === null || list.remarks.length === 0 ? null : (
          <Text fz="sm" c="dimmed">
            {`Pominięte wiersze bez pojazdu i wagi: ${list.remarks.join(', ')}.`}
          </Text>
        )}
      </Stack>
      {list?.totals
        .filter(({ statedKg, sumKg }) => statedKg !== sumKg)
        .map((total) => (
          <Warning key={total.line}>{totalSentence(total)}</Warning>
        ))}
      {unknownParameters(rows).map(([name, times]) => (
        <Warning key={name}>
          {`Surowce tych transportów nie mają parametru „${name}”, więc jego wyniki pomijamy (${counted(times, ROWS)}). Wskaż parametr w kolumnach albo pomiń kolumnę.`}
        </Warning>
      ))}
      <Box style={{ overflowX: 'auto' }}>
        <SegmentedControl
          {...onOwnLines}
          size="xs"
          aria-label="Pokazane wiersze"
          value={shown}
          onChange={(value) => {
            setShown(value);
            params.goTo(1);
          }}
          data={CHOICES.map((value) => ({
            value,
            label: `${value === 'ALL' ? 'Wszystkie' : GROUP_LABELS[value]} (${formatCount(count(value))})`,
          }))}
        />
      </Box>
      <PreviewActionsProvider value={actions}>
        <DataTable
          label="Podgląd wierszy"
          columns={isPhone ? singleColumns(columns) : columns}
          query={query}
          list={params}
          rowName={(row) => `Wiersz ${row.id}`}
          groups={{
            keyOf: ({ group }) => group,
            heading: (key) => {
              const group = ROW_GROUPS.find((one) => one === key) ?? 'NONE';
              return `${GROUP_LABELS[group]}: ${formatCount(count(group))}`;
            },
          }}
          maxHeight="60dvh"
          empty={{ title: 'Nie ma tu żadnego wiersza' }}
        />
      </PreviewActionsProvider>
      <ListPagination list={params} filtered={visible.length} />
      {problem === null ? null : (
        <Problem>
          {state.isUnconfirmed
            ? `${problem} Nie wiadomo, czy lista jest zastosowana. Ponowienie dokończy to samo i niczego nie powtórzy.`
            : problem}
        </Problem>
      )}
      <Group justify="space-between" gap="sm">
        <SegmentedControl<UnloadingAction>
          {...onOwnLines}
          size="sm"
          aria-label="Co zrobić z transportami"
          disabled={isBusy}
          value={action}
          onChange={state.setAction}
          data={ACTIONS}
        />
        <ButtonWithReason
          disabledReason={whyNotApply(state, ready.length)}
          loading={task === 'applying'}
          onClick={() => void state.apply()}
        >
          {state.isUnconfirmed
            ? 'Ponów'
            : `Zastosuj ${formatCount(ready.length)} z ${formatCount(rows.length)}`}
        </ButtonWithReason>
      </Group>
    </ImportSection>
  );
}

function whyNotApply({ task, check, isUnconfirmed }: UnloadingList, ready: number): string | null {
  if (task !== null) return 'Poczekaj, aż skończy się to, co już trwa.';
  if (isUnconfirmed) return null;
  if (check.isError) return 'Lista nie jest sprawdzona. Sprawdź ją ponownie.';
  return ready === 0 ? 'Żaden wiersz nie ma transportu, który można rozładować.' : null;
}

function summary(rows: readonly PreviewRow[], ready: readonly PreviewRow[]): string {
  const kilograms = ready.reduce((sum, { row }) => sum + (row.request.net ?? 0), 0);
  const applied = rows.filter((row) => whyNotApplied(row) === 'APPLIED').length;
  const left = rows.length - ready.length - applied;
  return [
    `Gotowe: ${formatCount(ready.length)} z ${counted(rows.length, ROWS_OF)}, ${counted(ready.length, NOUN_FORMS.transports)}, razem ${formatTonnes(kilograms)}.`,
    ...(applied > 0 ? [`Wczytane wcześniej: ${formatCount(applied)}.`] : []),
    ...(left > 0 ? [`Zostaje: ${formatCount(left)}.`] : []),
  ].join(' ');
}

/** The names of readings that match no parameter, with the number of rows. */
function unknownParameters(rows: readonly PreviewRow[]): [string, number][] {
  const times = new Map<string, number>();
  for (const { row, warnings } of rows)
    for (const warning of warnings.filter(isUnknownParameter)) {
      const name = readingName(row.request.readings, warning);
      times.set(name, (times.get(name) ?? 0) + 1);
    }
  return [...times];
}

const column = columnsOf<PreviewRow>();

const LINE_NUMBER = column.cell(
  'line',
  { label: 'Wiersz', width: 52, align: 'end', card: 'title' },
  ({ id }) => id,
);
const VEHICLE = joinColumns(
  column.text('plate', { label: 'Pojazd', width: 100, card: 'title' }, ({ row }) => row.request.plate),
  column.text('trailer', { label: 'Naczepa', width: 100, card: 'rest' }, ({ row }) => row.request.trailer),
);
const UNLOADED = joinColumns(
  column.text('day', { label: 'Rozładunek', width: 112, card: 'figure' }, ({ row: { request } }) =>
    request.day === undefined ? null : [formatShortDate(request.day), request.time].filter(Boolean).join(' '),
  ),
  column.text(
    'ticket',
    { label: 'Kwit', name: 'Kwit i kontrakt', width: 112, card: 'rest' },
    ({ row: { request } }) => [request.ticketNumber, request.documentNumber].filter(Boolean).join(' · '),
  ),
);
const WEIGHT = joinColumns(
  column.text(
    'weight',
    { label: 'Plan → rozładowano', width: 150, align: 'end', card: 'figure' },
    weightText,
  ),
  column.cell('difference', { label: 'Różnica', align: 'end', card: 'figure' }, (row) => (
    <DifferenceCell row={row} />
  )),
);
const READINGS = joinColumns(
  column.text('readings', { label: 'Badania', width: 205, card: 'rest' }, readingsText),
  column.cell('price', { label: 'Cena po badaniach', width: 205, card: 'rest' }, (row) => (
    <PriceCell row={row} />
  )),
);
const TRANSPORT = column.cell('transport', { label: 'Transport', width: 275, card: 'figure' }, (row) => (
  <TransportCell row={row} />
));
const VERDICT = column.cell('verdict', { label: 'Uwagi', width: 240, card: 'figure' }, (row) => (
  <VerdictCell row={row} />
));

const COLUMNS = [LINE_NUMBER, VEHICLE, UNLOADED, TRANSPORT, WEIGHT, VERDICT];
const COLUMNS_WITH_READINGS = [LINE_NUMBER, VEHICLE, UNLOADED, TRANSPORT, WEIGHT, READINGS, VERDICT];
