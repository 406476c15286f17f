import { Box, Button, Stack, Text } from '@mantine/core';
import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import { type ContractorField, fieldName } from '@spichlerz/shared/words/contractor-fields';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { countriesQuery } from '../../../api/reference.ts';
import { columnsOf } from '../../../components/columns.tsx';
import { ImportSection } from '../../../components/table-import/import-section.tsx';
import { localListQuery, useLocalList } from '../../../components/table-import/local-list.ts';
import type { ChosenFile } from '../../../components/table-import/read-file.ts';
import { VerdictLine } from '../../../components/table-import/verdict-line.tsx';
import { ButtonWithReason } from '../../../ui/button-with-reason.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ListPagination } from '../../../ui/table/list-pagination.tsx';
import { formatCount } from '../../../words/plural.ts';
import { BadRowsButton } from './bad-rows-button.tsx';
import { type CheckedRow, isImportable } from './checked-rows.ts';
import { fieldsOf } from './import-fields.ts';
import { type Country, shownValue } from './import-row.ts';
import { IMPORT_TEXTS } from './import-texts.ts';
import type { Import } from './use-import.ts';

type RowFilter = 'all' | 'bad' | 'doubtful' | 'good';

const FILTERS: Record<RowFilter, (row: CheckedRow) => boolean> = {
  all: () => true,
  bad: (row) => !isImportable(row),
  doubtful: (row) => isImportable(row) && row.warnings.length > 0,
  good: isImportable,
};

const FILTER_LABELS: Record<RowFilter, string> = {
  all: 'Wszystkie',
  bad: 'Z problemami',
  doubtful: 'Z ostrzeżeniami',
  good: 'Do zaimportowania',
};
const CHOICES = ['all', 'bad', 'doubtful', 'good'] as const satisfies readonly RowFilter[];

type Props = { kind: ContractorKind; state: Import; file: ChosenFile; rows: readonly CheckedRow[] };

/** Every row with the values that will be saved, or with its problems. Rows with problems come first. */
export function PreviewSection({ kind, state, file, rows }: Props) {
  const [shown, setShown] = useState<RowFilter>('all');
  const list = useLocalList();
  const sorted = useMemo(() => rows.toSorted((one, other) => urgency(other) - urgency(one)), [rows]);
  const countries = useQuery(countriesQuery).data;
  const columns = useMemo(() => previewColumns(kind, rows, countries ?? []), [kind, rows, countries]);
  const visible = sorted.filter(FILTERS[shown]);
  const count = (which: RowFilter) => rows.filter(FILTERS[which]).length;
  const good = count('good');
  const bad = count('bad');
  return (
    <ImportSection
      title="3. Podgląd"
      actions={
        <>
          {/* the import fails if a contractor with a unique value of a row was saved after the check; a new
              check finds the row */}
          {state.problem === null ? null : (
            <Button variant="default" onClick={() => void state.check()}>
              Sprawdź ponownie
            </Button>
          )}
          {bad === 0 ? null : <BadRowsButton file={file} rows={rows} />}
          <ButtonWithReason disabledReason={whyNotRun(state, good)} onClick={() => void state.run()}>
            {IMPORT_TEXTS[kind].run(good)}
          </ButtonWithReason>
        </>
      }
    >
      <Text fz="sm" component="output">
        {`${formatCount(good)} do zaimportowania, ${formatCount(bad)} z problemami. Wiersze z problemami nie zostaną zaimportowane.`}
      </Text>
      <Box style={{ overflowX: 'auto' }}>
        <SegmentedControl
          size="xs"
          aria-label="Pokazane wiersze"
          value={shown}
          onChange={(value) => {
            setShown(value);
            list.goTo(1);
          }}
          data={CHOICES.map((value) => ({
            value,
            label: `${FILTER_LABELS[value]} (${formatCount(count(value))})`,
          }))}
        />
      </Box>
      <DataTable
        label="Podgląd wierszy"
        columns={columns}
        query={localListQuery(visible, list, { total: rows.length })}
        list={list}
        rowName={(row) => `Wiersz ${row.line}`}
        maxHeight="60dvh"
        empty={{ title: 'Nie ma tu żadnego wiersza' }}
      />
      <ListPagination list={list} filtered={visible.length} />
    </ImportSection>
  );
}

function urgency(row: CheckedRow): number {
  if (!isImportable(row)) return 2;
  return row.warnings.length > 0 ? 1 : 0;
}

function whyNotRun({ task }: Import, good: number): string | null {
  if (task !== null) return 'Poczekaj, aż skończy się to, co już trwa.';
  return good === 0 ? 'Każdy wiersz ma problem. Popraw plik i wybierz go ponownie.' : null;
}

const column = columnsOf<CheckedRow>();

function previewColumns(kind: ContractorKind, rows: readonly CheckedRow[], countries: readonly Country[]) {
  const filled = fieldsOf(kind).filter((field) => rows.some(({ values }) => values[field] !== undefined));
  return [
    column.cell('line', { label: 'Wiersz', width: 72, align: 'end', card: 'title' }, (row) => row.line),
    column.cell('verdict', { label: 'Ocena', width: 420, card: 'figure' }, (row) => (
      <CheckResult row={row} />
    )),
    ...filled.map((field) =>
      column.text(field, { label: fieldName(kind, field), width: 180, card: CARD[field] ?? 'rest' }, (row) =>
        shownValue(field, row.values[field], countries),
      ),
    ),
  ];
}

const CARD: { readonly [Field in ContractorField]?: 'title' | 'figure' } = {
  lastName: 'title',
  companyName: 'figure',
  nip: 'figure',
  pesel: 'figure',
};

function CheckResult({ row }: { row: CheckedRow }) {
  if (row.problems.length === 0 && row.warnings.length === 0) {
    return <VerdictLine verdict="good">Do zaimportowania</VerdictLine>;
  }
  return (
    <Stack gap={2} py={6}>
      {row.problems.map((text) => (
        <VerdictLine key={text} verdict="bad">
          {text}
        </VerdictLine>
      ))}
      {row.warnings.map((text) => (
        <VerdictLine key={text} verdict="doubtful">
          {text}
        </VerdictLine>
      ))}
    </Stack>
  );
}
