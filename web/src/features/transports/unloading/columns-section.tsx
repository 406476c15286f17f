import '../../../ui/field/combobox.css';
import { Button, Collapse, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { UNLOADING_COLUMNS } from '@spichlerz/shared/domain/unloading-list';
import { useId } from 'react';
import { ImportSection } from '../../../components/table-import/import-section.tsx';
import type { ChosenFile } from '../../../components/table-import/read-file.ts';
import { Warning } from '../../../components/warning.tsx';
import { DateField } from '../../../ui/field/date-field.tsx';
import type { Form } from '../../../ui/form/use-zod-form.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { UI_TEXTS } from '../../../ui/texts.ts';
import { asSentence } from '../../../words/format.ts';
import { areUnitsStated } from './list-rows.ts';
import { type ColumnMeaning, withMeaning } from './unloading-columns.ts';
import { COLUMN_LABELS, unitSentence } from './unloading-texts.ts';
import type { Scope, UnloadingList } from './use-unloading-list.ts';

type Props = { form: Form<Scope, Scope>; state: UnloadingList; file: ChosenFile };

/**
 * The fields for the meaning of each column, for the unit of the weights, and for the day
 * if the list has no days.
 */
export function ColumnsSection({ form, state, file }: Props) {
  const { table } = file;
  const { columnProblem, meanings, list } = state;
  const [isOpened, { toggle }] = useDisclosure(false);
  const id = useId();
  const isOpen = isOpened || columnProblem !== null;
  const ignored = table.headers.filter((_, index) => meanings[index]?.column === 'IGNORED');
  const needsDay = list?.rows.some(({ problems }) =>
    problems.some((problem) => problem.kind === 'MISSING' && problem.field === 'day'),
  );
  return (
    <ImportSection
      title="2. Kolumny"
      takesFocus
      actions={
        <Button variant="default" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          {isOpen ? 'Zwiń kolumny' : 'Zmień kolumny'}
        </Button>
      }
    >
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {columnsSentence(state, file)}
      </Text>
      {table.assumedHeaderRow === undefined ? null : (
        <Warning>
          {`Nie znamy żadnego z nagłówków tej tabeli. Za nagłówki bierzemy wiersz ${table.assumedHeaderRow}, więc nie zostanie on wczytany. Jeśli to już dane, dodaj nad nimi wiersz z nagłówkami.`}
        </Warning>
      )}
      {columnProblem === null ? null : <Warning>{columnProblem}</Warning>}
      <Collapse expanded={isOpen} id={id}>
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="md" verticalSpacing="sm">
            {table.headers.map((header, index) => (
              <ColumnFields key={header} state={state} file={file} header={header} index={index} />
            ))}
          </SimpleGrid>
          {ignored.length === 0 ? null : (
            <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {asSentence(`Nie wczytujemy kolumn: ${ignored.join(', ')}`)}
            </Text>
          )}
        </Stack>
      </Collapse>
      <UnitChoice state={state} />
      {needsDay === true || form.getValues('day') !== '' ? (
        <DateField
          control={form.control}
          name="day"
          label="Dzień rozładunku wierszy bez daty"
          maw={280}
          required={needsDay === true}
        />
      ) : null}
    </ImportSection>
  );
}

function columnsSentence({ isStoredMapping, meanings }: UnloadingList, { table }: ChosenFile): string {
  const known = table.headers.flatMap((header, index) => {
    const { column, parameter } = meanings[index] ?? { column: 'IGNORED' };
    if (column === 'IGNORED') return [];
    const label = column === 'READING' ? (parameter ?? header) : COLUMN_LABELS[column];
    return [label === header ? header : `${header} → ${label}`];
  });
  const source = isStoredMapping ? 'Kolumny jak w poprzedniej liście odbiorcy' : 'Kolumny po nagłówkach';
  return asSentence(`${source}: ${known.length === 0 ? 'żadna' : known.join(', ')}`);
}

const COLUMN_OPTIONS = UNLOADING_COLUMNS.map((value) => ({ value, label: COLUMN_LABELS[value] }));

type ColumnProps = { state: UnloadingList; file: ChosenFile; header: string; index: number };

function ColumnFields({ state, file, header, index }: ColumnProps) {
  const meaning = state.meanings[index] ?? { column: 'IGNORED' as const };
  const change = (next: ColumnMeaning) => state.setMeanings(withMeaning(state.meanings, index, next));
  return (
    <Stack gap={4} miw={0}>
      <Select
        label={header}
        description={sampleOf(file, index)}
        size="sm"
        allowDeselect={false}
        openOnFocus={false}
        disabled={state.task !== null}
        data={COLUMN_OPTIONS}
        value={meaning.column}
        onChange={(column) => {
          if (column !== null) change({ column });
        }}
        styles={{
          label: { overflowWrap: 'anywhere' },
          description: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
        }}
      />
      {meaning.column === 'READING' ? (
        <Select
          size="sm"
          aria-label={`Parametr kolumny „${header}”`}
          placeholder={`Parametr: ${header}`}
          searchable
          clearable
          openOnFocus={false}
          clearButtonProps={{ 'aria-label': UI_TEXTS.clear, tabIndex: -1 }}
          nothingFoundMessage={UI_TEXTS.noResults}
          disabled={state.task !== null}
          data={[
            ...new Set([
              ...state.parameters,
              ...(meaning.parameter === undefined ? [] : [meaning.parameter]),
            ]),
          ]}
          value={meaning.parameter ?? null}
          onChange={(parameter) => change({ column: 'READING', parameter: parameter ?? undefined })}
        />
      ) : null}
    </Stack>
  );
}

function sampleOf({ table }: ChosenFile, column: number): string {
  const filled = table.rows.find(
    ({ cells, expectedCells }) => expectedCells === undefined && (cells[column] ?? '') !== '',
  );
  return filled === undefined ? 'Ta kolumna jest pusta.' : `np. ${filled.cells[column] ?? ''}`;
}

/**
 * States how the unit of the weights was determined. If the list suggests both units, the user must choose. If
 * every cell contains its unit, there is nothing to choose.
 */
function UnitChoice({ state }: { state: UnloadingList }) {
  const { unit, units } = state;
  const id = useId();
  return (
    <Group gap="sm">
      <Text fz="sm" id={id}>
        {unitSentence(state)}
      </Text>
      {areUnitsStated(units) ? null : (
        <SegmentedControl
          size="xs"
          aria-labelledby={id}
          disabled={state.task !== null}
          value={unit ?? ''}
          onChange={(value) => {
            if (value === 'kg' || value === 't' || value === 'each') state.setUnit(value);
          }}
          data={[
            { value: 'kg', label: 'Kilogramy' },
            { value: 't', label: 'Tony' },
            ...(units.suggested.size > 1 ? [{ value: 'each', label: 'Każda według wielkości' }] : []),
          ]}
        />
      )}
    </Group>
  );
}
