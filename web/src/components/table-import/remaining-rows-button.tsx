import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { notifyError } from '../../ui/overlay/notify.tsx';
import { saveWorkbook } from './save-workbook.ts';
import { SAVE_FAILED } from './table-texts.ts';

/** A row that was not imported, with its cells as in the file. */
export type RemainingRow = { readonly cells: readonly string[]; readonly reason: string };

type Props = {
  label: string;
  fileName: string;
  /** The headers of the file. */
  headers: readonly string[];
  /** The header of the column of reasons. A corrected file that is read again already has this column. */
  reasonHeader: string;
  rows: readonly RemainingRow[];
};

/** Downloads the rows that were not imported, with their original columns and the reason of each row. */
export function RemainingRowsButton({ label, fileName, headers, reasonHeader, rows }: Props) {
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      // a row with too many cells keeps all its cells
      const width = Math.max(headers.length, ...rows.map(({ cells }) => cells.length));
      const own = Array.from({ length: width }, (_, column) => column).filter(
        (column) => headers[column] !== reasonHeader,
      );
      await saveWorkbook(
        fileName,
        [...own.map((column) => headers[column] ?? ''), reasonHeader],
        rows.map(({ cells, reason }) => [...own.map((column) => cells[column] ?? ''), reason]),
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
      {label}
    </Button>
  );
}
