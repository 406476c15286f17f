import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { notifyError } from '../../../ui/notify.tsx';
import { SAVE_FAILED } from './import-words.ts';
import { isGood, type JudgedRow } from './judged-rows.ts';
import { PROBLEM_HEADER } from './remembered-matching.ts';
import { saveWorkbook } from './save-workbook.ts';
import type { ChosenFile } from './use-import.ts';

/** The rows that cannot be imported, in the columns they came in and with their problems, to correct and bring back. */
export function BadRowsButton({ file, rows }: { file: ChosenFile; rows: readonly JudgedRow[] }) {
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const bad = rows.filter((row) => !isGood(row));
      // a row with too many cells keeps all of them
      const width = Math.max(file.table.headers.length, ...bad.map(({ cells }) => cells.length));
      const headers = Array.from({ length: width }, (_, column) => file.table.headers[column] ?? '');
      // a corrected file that comes back a second time has the column already
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
