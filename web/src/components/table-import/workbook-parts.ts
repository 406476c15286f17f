import { strFromU8, Unzip, UnzipInflate, zipSync } from 'fflate';

/** Many times the size of the largest possible import. */
export const UNPACKED_MEGABYTES_MAX = 50;
const UNPACKED_BYTES_MAX = UNPACKED_MEGABYTES_MAX * 1024 * 1024;

/**
 * The archive is unpacked in chunks of this many packed bytes, each of which may unpack to a thousand times its
 * size. The limit is checked after each chunk, because the size declared in the archive may be false.
 */
const CHUNK_BYTES = 16 * 1024;

export type WorkbookParts = Readonly<Record<string, Uint8Array>>;

/**
 * The XML parts of a workbook, without pictures. Undefined when they are larger than UNPACKED_MEGABYTES_MAX.
 * @throws when the file cannot be unpacked
 */
export function textParts(workbook: ArrayBuffer): WorkbookParts | undefined {
  const pieces: Record<string, Uint8Array[]> = {};
  let unpacked = 0;
  const unzip = new Unzip((file) => {
    if (!/\.(xml|rels)$/.test(file.name)) return;
    const own: Uint8Array[] = [];
    pieces[file.name] = own;
    file.ondata = (error, piece) => {
      if (error) throw error;
      unpacked += piece.length;
      own.push(piece);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  const bytes = new Uint8Array(workbook);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    unzip.push(bytes.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= bytes.length);
    if (unpacked > UNPACKED_BYTES_MAX) return undefined;
  }
  return Object.fromEntries(Object.entries(pieces).map(([name, own]) => [name, concat(own)]));
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Builds a workbook from its parts. It is not compressed, because it is read at once and not stored. */
export const workbookOf = (parts: WorkbookParts): ArrayBuffer =>
  Uint8Array.from(zipSync({ ...parts }, { level: 0 })).buffer;

/**
 * Whether each sheet is hidden, in the order in which the workbook library returns the sheets. The library does
 * not read the state of a sheet.
 */
export function areSheetsHidden({ 'xl/workbook.xml': part }: WorkbookParts): boolean[] {
  if (part === undefined) return [];
  const elements = strFromU8(part).matchAll(/<(?:\w+:)?sheet\s(?:"[^"]*"|'[^']*'|[^>"'])*>/g);
  return Array.from(elements, ([element]) => /\sstate=["'](?:hidden|veryHidden)["']/.test(element));
}
