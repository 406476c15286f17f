import type { ChosenFile } from '../../../components/table-import/read-file.ts';
import { RemainingRowsButton } from '../../../components/table-import/remaining-rows-button.tsx';
import { type CheckedRow, isImportable } from './checked-rows.ts';
import { PROBLEM_HEADER } from './stored-matching.ts';

/**
 * Downloads the rows that cannot be imported, with their problems. The user can correct and import this file.
 */
export function BadRowsButton({ file, rows }: { file: ChosenFile; rows: readonly CheckedRow[] }) {
  const bad = rows.filter((row) => !isImportable(row));
  return (
    <RemainingRowsButton
      label="Pobierz wiersze do poprawy"
      fileName={`${file.name.replace(/(-do-poprawy)?\.\w+$/, '')}-do-poprawy.xlsx`}
      headers={file.table.headers}
      reasonHeader={PROBLEM_HEADER}
      rows={bad.map(({ cells, problems }) => ({ cells, reason: problems.join(' ') }))}
    />
  );
}
