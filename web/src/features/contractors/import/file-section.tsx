import '@mantine/core/styles/Table.css';
import { Button, Group, Text } from '@mantine/core';
import type { ContractorKind } from '@spichlerz/shared/domain/contractor';
import { fieldName } from '@spichlerz/shared/words/contractor-fields';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { FileDropArea } from '../../../components/table-import/file-drop-area.tsx';
import { ImportSection } from '../../../components/table-import/import-section.tsx';
import type { ChosenFile } from '../../../components/table-import/read-file.ts';
import { ReadingOptions } from '../../../components/table-import/reading-options.tsx';
import { saveWorkbook } from '../../../components/table-import/save-workbook.ts';
import { ROWS, SAVE_FAILED } from '../../../components/table-import/table-texts.ts';
import { notifyError } from '../../../ui/overlay/notify.tsx';
import { counted } from '../../../words/plural.ts';
import { firstFieldsOf } from './import-fields.ts';
import { FILE_HINT, IMPORT_TEXTS } from './import-texts.ts';
import type { Import } from './use-import.ts';

type Props = { kind: ContractorKind; state: Import };

/**
 * Shows the selected file. The user can choose a different file, or read this file with a different encoding or
 * sheet.
 */
export function FileSection({ kind, state }: Props) {
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
        <ReadingOptions file={file} disabled={isBusy} onReadAs={state.readAs} />
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
          onClick={() => void saveTemplate(kind)}
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

async function saveTemplate(kind: ContractorKind): Promise<void> {
  const headers = firstFieldsOf(kind).map((field) => fieldName(kind, field));
  try {
    await saveWorkbook(`${IMPORT_TEXTS[kind].fileName}-wzor.xlsx`, headers, []);
  } catch {
    notifyError(SAVE_FAILED);
  }
}
