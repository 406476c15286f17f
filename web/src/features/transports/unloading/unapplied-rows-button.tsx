import { RemainingRowsButton } from '../../../components/table-import/remaining-rows-button.tsx';
import { formatCount } from '../../../words/plural.ts';
import type { UnappliedRow } from './unapplied-rows.ts';
import type { UnloadingList } from './use-unloading-list.ts';

type Props = { file: NonNullable<UnloadingList['file']>; rows: readonly UnappliedRow[] };

/** Downloads the rows that were not applied, with their columns in the list and the reasons. */
export function UnappliedRowsButton({ file, rows }: Props) {
  const name = file.name
    .replace(/(-reszta)?\.\w+$/, '')
    .replaceAll(' ', '-')
    .toLowerCase();
  return (
    <RemainingRowsButton
      label={`Pobierz resztę (${formatCount(rows.length)})`}
      fileName={`${name}-reszta.xlsx`}
      headers={file.table.headers}
      reasonHeader="Powód"
      rows={rows}
    />
  );
}
