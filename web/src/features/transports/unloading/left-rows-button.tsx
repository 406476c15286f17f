import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveWorkbook } from '../../../components/table-import/save-workbook.ts';
import { SAVE_FAILED } from '../../../components/table-import/table-texts.ts';
import { notifyError } from '../../../ui/overlay/notify.tsx';
import { formatCount } from '../../../words/plural.ts';
import type { LeftRow } from './left-rows.ts';
import type { UnloadingList } from './use-unloading-list.ts';

const REASON_HEADER = 'Powód';

type Props = { file: NonNullable<UnloadingList['file']>; rows: readonly LeftRow[] };

/** Downloads the rows that are not applied, with the columns of the list and the reason of each. */
export function LeftRowsButton({ file, rows }: Props) {
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const { headers } = file.table;
      // a row of another length keeps all its cells
      const width = Math.max(headers.length, ...rows.map(({ cells }) => cells.length));
      // a list of what was left, which is loaded again, already has the column of reasons
      const own = Array.from({ length: width }, (_, index) => index).filter(
        (index) => headers[index] !== REASON_HEADER,
      );
      await saveWorkbook(
        `${file.name
          .replace(/(-reszta)?\.\w+$/, '')
          .replaceAll(' ', '-')
          .toLowerCase()}-reszta.xlsx`,
        [...own.map((index) => headers[index] ?? ''), REASON_HEADER],
        rows.map(({ cells, reason }) => [...own.map((index) => cells[index] ?? ''), reason]),
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
      {`Pobierz resztę (${formatCount(rows.length)})`}
    </Button>
  );
}
