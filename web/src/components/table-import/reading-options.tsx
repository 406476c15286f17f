import '../../ui/field/combobox.css';
import { Select } from '@mantine/core';
import { ENCODINGS, type Encoding } from './decode-text.ts';
import type { ChosenFile } from './read-file.ts';
import type { FileReadOptions, Table } from './read-table.ts';
import { ENCODING_LABELS } from './table-texts.ts';

type Props = {
  file: ChosenFile;
  disabled: boolean;
  onReadAs: (as: FileReadOptions) => void;
};

/** Shows the guesses about a file that may be wrong, so that the user can change them. */
export function ReadingOptions(props: Props) {
  return (
    <>
      <SheetSelect {...props} />
      <EncodingSelect {...props} />
    </>
  );
}

/** The most likely visible sheet is read first; the user can select another one. */
function SheetSelect({ file: { sheet }, disabled, onReadAs }: Props) {
  if (sheet === undefined || sheet.names.length < 2) return null;
  return (
    <Select
      label="Arkusz"
      size="sm"
      maw={360}
      allowDeselect={false}
      disabled={disabled}
      data={sheet.names.map((value) => ({
        value,
        label: sheet.hidden.includes(value) ? `${value} (ukryty)` : value,
      }))}
      value={sheet.name}
      onChange={(next) => {
        if (next !== null) onReadAs({ sheet: next });
      }}
    />
  );
}

/** The encoding is a guess, so sample letters are shown and another encoding can be selected. */
function EncodingSelect({ file, disabled, onReadAs }: Props) {
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
      disabled={disabled}
      data={[...offered].map((value) => ({ value, label: ENCODING_LABELS[value] }))}
      value={encoding}
      onChange={(next) => {
        if (next !== null) onReadAs({ encoding: next });
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
