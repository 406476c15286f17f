import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChosenFile } from '../../../components/table-import/read-file.ts';
import { saveWorkbook } from '../../../components/table-import/save-workbook.ts';
import { SAVE_FAILED } from '../../../components/table-import/table-texts.ts';
import { notifyError } from '../../../ui/overlay/notify.tsx';
import { type CheckedRow, isImportable } from './checked-rows.ts';
import { PROBLEM_HEADER } from './stored-matching.ts';

/**
 * Downloads the rows that cannot be imported, with their original columns and problems, so that the user can
 * correct and import them.
 */
export function BadRowsButton({ file, rows }: { file: ChosenFile; rows: readonly CheckedRow[] }) {
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const bad = rows.filter((row) => !isImportable(row));
      // a row with too many cells keeps all of them
      const width = Math.max(file.table.headers.length, ...bad.map(({ cells }) => cells.length));
      const headers = Array.from({ length: width }, (_, column) => file.table.headers[column] ?? '');
      // a corrected file that is imported again already has the column of problems
      const own = headers.flatMap((header, column) => (header === PROBLEM_HEADER ? [] : [column]));
      await saveWorkbook(
        `${file.name.replace(/(-do-poprawy)?\.\w+$/, '')}-do-poprawy.xlsx`,
        [...own.map((column) => headers[column] ?? ''), PROBLEM_HEADER],
        bad.map(({ cells, problems }) => [...own.map((column) => cells[column] ?? ''), problems.join(' ')]),
      );
    } catch {
      notifyError(SAVE_FAILED);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button
      variant="default"
      loading={isSaving}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void save()}
    >
      Pobierz wiersze do poprawy
    </Button>
  );
}
