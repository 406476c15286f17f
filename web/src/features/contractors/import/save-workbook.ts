import { saveFile } from '../../../ui/save-file.ts';

/**
 * Saves rows of text as a spreadsheet. Every cell is text, so that the sheet eats no zeros and takes nothing that
 * starts with = for a formula.
 */
export async function saveWorkbook(
  fileName: string,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  // only who saves a file loads what writes it
  const { default: writeWorkbook } = await import('write-excel-file/universal');
  const head = headers.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  const body = rows.map((cells) =>
    cells.map((value) => (value === '' ? null : { value, type: String, format: '@' })),
  );
  const widths = headers.map((header, column) => ({
    width: Math.min(
      60,
      Math.max(10, header.length, ...rows.slice(0, 200).map((cells) => cells[column]?.length ?? 0)) + 2,
    ),
  }));
  const blob = await writeWorkbook([head, ...body], { columns: widths, stickyRowsCount: 1 }).toBlob();
  saveFile(new File([blob], fileName, { type: blob.type }));
}
