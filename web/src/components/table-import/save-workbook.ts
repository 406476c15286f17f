import { saveFile } from '../../ui/save-file.ts';

/**
 * Saves rows as a spreadsheet. Every cell is text, so that leading zeros stay and text that starts with = is
 * not a formula.
 */
export async function saveWorkbook(
  fileName: string,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  // the library loads only when a file is saved
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
