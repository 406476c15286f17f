import { RemainingRowsButton } from '../../../components/table-import/remaining-rows-button.tsx';
import { formatCount } from '../../../words/plural.ts';
import type { LeftRow } from './left-rows.ts';
import type { UnloadingList } from './use-unloading-list.ts';

type Props = { file: NonNullable<UnloadingList['file']>; rows: readonly LeftRow[] };

/** Downloads the rows that are not applied, with the columns of the list and the reason of each. */
export function LeftRowsButton({ file, rows }: Props) {
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
