import '@mantine/core/styles/Table.css';
import '../../../ui/field/combobox.css';
import { Button, Group, Select, Text } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import { fieldName } from '@spichlerz/shared/words/contractor-fields';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { notifyError } from '../../../ui/overlay/notify.tsx';
import { counted } from '../../../words/plural.ts';
import { ENCODINGS, type Encoding } from './decode-text.ts';
import { FileDropArea } from './file-drop-area.tsx';
import { firstFieldsOf } from './import-fields.ts';
import { ImportSection } from './import-section.tsx';
import { ENCODING_LABELS, FILE_HINT, IMPORT_TEXTS, ROWS, SAVE_FAILED } from './import-texts.ts';
import type { Table } from './read-table.ts';
import { saveWorkbook } from './save-workbook.ts';
import type { ChosenFile, Import } from './use-import.ts';

type Props = { side: Side; state: Import };

/** The selected file, with options to replace it or to read it differently. */
export function FileSection({ side, state }: Props) {
  const { file, task } = state;
  const isBusy = task !== null;
  if (file !== null) {
    return (
      <ImportSection
        title="1. Plik"
        actions={
          <Button variant="default" disabled={isBusy} onClick={state.startOver}>
            Zmień plik
          </Button>
        }
      >
        <Group gap="xs" wrap="nowrap">
          <IconFileSpreadsheet size={20} stroke={1.5} aria-hidden style={{ flex: 'none' }} />
          <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {`${file.name}, ${sheetText(file)}${counted(file.table.rows.length, ROWS)} z danymi`}
          </Text>
        </Group>
        <SheetSelect file={file} state={state} />
        <EncodingSelect file={file} state={state} />
      </ImportSection>
    );
  }
  return (
    <ImportSection
      title="1. Plik"
      actions={
        <Button
          variant="subtle"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void saveTemplate(side)}
        >
          Pobierz wzór pliku
        </Button>
      }
    >
      <FileDropArea
        label="Plik do importu"
        accept=".xlsx,.csv,.txt"
        hint={FILE_HINT}
        disabled={isBusy}
        loading={task?.kind === 'reading'}
        onChoose={(chosen) => void state.choose(chosen)}
      />
    </ImportSection>
  );
}

const sheetText = ({ sheet }: ChosenFile) => (sheet === undefined ? '' : `arkusz „${sheet.name}”, `);

type ReadingProps = { file: ChosenFile; state: Import };

/** The most likely sheet is read first; the user can select another one. */
function SheetSelect({ file: { sheet }, state }: ReadingProps) {
  if (sheet === undefined || sheet.names.length < 2) return null;
  return (
    <Select
      label="Arkusz"
      size="sm"
      maw={360}
      allowDeselect={false}
      disabled={state.task !== null}
      data={[...sheet.names]}
      value={sheet.name}
      onChange={(next) => {
        if (next !== null) state.readAs({ sheet: next });
      }}
    />
  );
}

/** The encoding is a guess, so this shows sample letters and lets the user select another one. */
function EncodingSelect({ file, state }: ReadingProps) {
  const { encoding, table } = file;
  if (encoding === undefined) return null;
  const offered = new Set<Encoding>([...ENCODINGS, encoding]);
  return (
    <Select<Encoding>
      label="Polskie litery"
      description={`${sampleOf(table)}Jeśli litery wyglądają źle, wybierz inny zapis.`}
      size="sm"
      maw={360}
      allowDeselect={false}
      disabled={state.task !== null}
      data={[...offered].map((value) => ({ value, label: ENCODING_LABELS[value] }))}
      value={encoding}
      onChange={(next) => {
        if (next !== null) state.readAs({ encoding: next });
      }}
    />
  );
}

const SAMPLE_LENGTH = 60;

/** The first cell with a letter that differs between encodings. */
function sampleOf({ headers, rows }: Table): string {
  const cells = [...rows.map((row) => row.cells), headers].flat();
  const sample = cells.find((cell) => /[^\p{ASCII}]/u.test(cell));
  return sample === undefined ? '' : `W pliku jest na przykład „${sample.slice(0, SAMPLE_LENGTH)}”. `;
}

async function saveTemplate(side: Side): Promise<void> {
  const headers = firstFieldsOf(side).map((field) => fieldName(side, field));
  try {
    await saveWorkbook(`${IMPORT_TEXTS[side].fileName}-wzor.xlsx`, headers, []);
  } catch {
    notifyError(SAVE_FAILED);
  }
}
