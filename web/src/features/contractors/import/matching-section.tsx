import '../../../ui/field/combobox.css';
import { Button, Group, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import { ACCOUNTING_METHODS, CONTRACTOR_LABELS } from '@spichlerz/shared/domain/contractor';
import {
  type ContractorField,
  fieldLabel,
  fieldName,
  listIndexOf,
  sectionOf,
  sectionTitle,
} from '@spichlerz/shared/words/contractor-fields';
import { ACCOUNTING_METHOD_LABELS, CONTRACTOR_KIND_LABELS } from '@spichlerz/shared/words/statuses';
import { ImportSection } from '../../../components/table-import/import-section.tsx';
import type { ChosenFile } from '../../../components/table-import/read-file.ts';
import { ROWS } from '../../../components/table-import/table-texts.ts';
import { Warning } from '../../../components/warning.tsx';
import { ButtonWithReason } from '../../../ui/button-with-reason.tsx';
import { filterOptions } from '../../../ui/field/select-field.tsx';
import { UI_TEXTS } from '../../../ui/texts.ts';
import { asSentence } from '../../../words/format.ts';
import { counted, formatCount } from '../../../words/plural.ts';
import { isAligned } from './checked-rows.ts';
import { type Matching, matchedFields } from './column-matching.ts';
import { fieldsOf, firstFieldsOf } from './import-fields.ts';
import { COLUMNS_OF } from './import-texts.ts';
import type { Import } from './use-import.ts';

type Props = { kind: ContractorKind; state: Import; file: ChosenFile };

/** Assigns the columns of the file to the contractor's fields. */
export function MatchingSection({ kind, state, file }: Props) {
  const { matching, checkedRows, task } = state;
  const isBusy = task !== null;
  const unused = unusedHeaders(file, matching);
  // checked columns cannot be changed, so that the result of the check stays valid and visible
  if (checkedRows !== null || isBusy) {
    return (
      <ImportSection
        title="2. Kolumny"
        actions={
          <Button variant="default" disabled={isBusy} onClick={() => state.match(matching)}>
            Zmień kolumny
          </Button>
        }
      >
        <Text fz="sm">{summary(file, matching)}</Text>
      </ImportSection>
    );
  }
  return (
    <ImportSection
      title="2. Kolumny"
      actions={
        <ButtonWithReason disabledReason={whyNotCheck[kind](matching)} onClick={() => void state.check()}>
          {`Sprawdź ${counted(file.table.rows.length, ROWS)}`}
        </ButtonWithReason>
      }
    >
      <MatchingSource state={state} file={file} />
      {sectionsOf(kind, matching).map(({ title, fields }) => (
        <Stack key={title} gap={6} component="fieldset" bd={0} p={0} m={0} miw={0}>
          <Title order={3} fz="sm" component="legend" p={0}>
            {title}
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 4, lg: 5 }} spacing="sm" verticalSpacing="xs">
            {fields.map((field) => (
              <ColumnSelect key={field} field={field} kind={kind} state={state} file={file} />
            ))}
          </SimpleGrid>
        </Stack>
      ))}
      {kind === 'carrier' ? null : (
        <Stack gap={6} component="fieldset" bd={0} p={0} m={0} miw={0}>
          <Title order={3} fz="sm" component="legend" p={0}>
            Gdy w pliku jest puste
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 4, lg: 5 }} spacing="sm">
            <Select
              label="Rodzaj, gdy go brak"
              size="sm"
              allowDeselect={false}
              data={CONTRACTOR_LABELS.map((value) => ({ value, label: CONTRACTOR_KIND_LABELS[value] }))}
              value={state.defaults.label}
              onChange={(label) => {
                if (label !== null) state.setDefaults({ ...state.defaults, label });
              }}
            />
            <Select
              label="Sposób rozliczania, gdy go brak"
              size="sm"
              allowDeselect={false}
              data={ACCOUNTING_METHODS.map((value) => ({ value, label: ACCOUNTING_METHOD_LABELS[value] }))}
              value={state.defaults.accountingMethod}
              onChange={(accountingMethod) => {
                if (accountingMethod !== null) state.setDefaults({ ...state.defaults, accountingMethod });
              }}
            />
          </SimpleGrid>
        </Stack>
      )}
      {unused.length === 0 ? null : (
        <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {asSentence(`Nie będą zaimportowane kolumny: ${unused.join(', ')}`)}
        </Text>
      )}
    </ImportSection>
  );
}

/**
 * Groups the fields into sections. A second or further address or contact has a section only if the file has
 * its columns.
 */
function sectionsOf(
  kind: ContractorKind,
  matching: Matching,
): { title: string; fields: ContractorField[] }[] {
  const isFirst = new Set(firstFieldsOf(kind));
  const matched = new Set(matchedFields(matching).map(titleOf(kind)));
  const sections = new Map<string, ContractorField[]>();
  for (const field of fieldsOf(kind)) {
    const title = titleOf(kind)(field);
    if (isFirst.has(field) || matched.has(title))
      sections.set(title, [...(sections.get(title) ?? []), field]);
  }
  return [...sections].map(([title, fields]) => ({ title, fields }));
}

const titleOf = (kind: ContractorKind) => (field: ContractorField) =>
  sectionTitle(kind, sectionOf(field), listIndexOf(field));

/** States how the columns were assigned, and warns when no header of the file is known. */
function MatchingSource({ state, file }: Omit<Props, 'kind'>) {
  const { assumedHeaderRow } = file.table;
  if (state.isStoredMatching) {
    return (
      <Group gap="xs">
        <Text fz="sm" c="dimmed">
          Kolumny są dopasowane tak jak ostatnio przy takich samych nagłówkach.
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={state.guessAgain}>
          Dopasuj po nazwach
        </Button>
      </Group>
    );
  }
  if (assumedHeaderRow === undefined) {
    return (
      <Text fz="sm" c="dimmed">
        Kolumny są dopasowane po nazwach. Sprawdź je i popraw, co trzeba.
      </Text>
    );
  }
  return (
    <Warning>
      {`Nie znamy żadnego z nagłówków w tym pliku. Za nagłówki bierzemy wiersz ${assumedHeaderRow}, więc nie zostanie on zaimportowany. Jeśli to nagłówki, wskaż kolumny poniżej. Jeśli to już dane, dodaj nad nimi wiersz z nagłówkami i wybierz plik jeszcze raz.`}
    </Warning>
  );
}

type ColumnProps = Props & { field: ContractorField };

function ColumnSelect({ field, kind, state, file }: ColumnProps) {
  const { matching } = state;
  const column = matching[field];
  const choose = (next: number | null) => {
    const { [field]: _before, ...others } = matching;
    state.match(next === null ? others : { ...others, [field]: next });
  };
  return (
    <Select<number>
      label={fieldLabel(kind, field)}
      aria-label={fieldName(kind, field)}
      placeholder="Nie importuj"
      size="sm"
      clearable
      searchable
      filter={filterOptions}
      openOnFocus={false}
      clearButtonProps={{ 'aria-label': UI_TEXTS.clear, tabIndex: -1 }}
      data={file.table.headers.map((label, value) => ({ value, label }))}
      value={column ?? null}
      onChange={choose}
      description={column === undefined ? NO_SAMPLE : sampleOf(file, column)}
      styles={{ description: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } }}
    />
  );
}

/** Takes the place of a sample, so that selecting a column does not move the layout. */
const NO_SAMPLE = '\u00a0';

function sampleOf({ table }: ChosenFile, column: number): string {
  const filled = table.rows.filter(isAligned).find(({ cells }) => (cells[column] ?? '') !== '');
  return filled === undefined ? 'Ta kolumna jest pusta.' : `np. ${filled.cells[column] ?? ''}`;
}

function summary({ table }: ChosenFile, matching: Matching): string {
  const used = new Set(Object.values(matching)).size;
  return `Importujemy ${formatCount(used)} z ${counted(table.headers.length, COLUMNS_OF)} pliku.`;
}

function unusedHeaders({ table }: ChosenFile, matching: Matching): string[] {
  const used = new Set(Object.values(matching));
  return table.headers.filter((_, column) => !used.has(column));
}

const has = (matching: Matching, field: ContractorField) => matching[field] !== undefined;
const NO_NUMBER = 'Wskaż kolumnę z numerem NIP albo PESEL.';
const hasNumber = (matching: Matching) => has(matching, 'nip') || has(matching, 'pesel');

/** Names a missing column without which the server would reject every row. */
const whyNotCheck: Record<ContractorKind, (matching: Matching) => string | null> = {
  purchase: (matching) => {
    if (!has(matching, 'lastName')) return 'Wskaż kolumnę z nazwą lub nazwiskiem.';
    if (!has(matching, 'companyName')) return 'Wskaż kolumnę z kodem kontrahenta.';
    return hasNumber(matching) ? null : NO_NUMBER;
  },
  sales: (matching) => {
    if (!has(matching, 'lastName') && !has(matching, 'companyName')) {
      return 'Wskaż kolumnę z nazwą albo z kodem kontrahenta.';
    }
    return hasNumber(matching) ? null : NO_NUMBER;
  },
  carrier: (matching) => (has(matching, 'companyName') ? null : 'Wskaż kolumnę z nazwą przewoźnika.'),
};
