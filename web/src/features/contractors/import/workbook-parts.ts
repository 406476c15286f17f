import { Unzip, UnzipInflate, zipSync } from 'fflate';

/** Many times what as many contractors as may be imported at once take, with every field of theirs. */
export const UNPACKED_MEGABYTES_MAX = 50;
const UNPACKED_BYTES_MAX = UNPACKED_MEGABYTES_MAX * 1024 * 1024;

/** So much is unpacked at a time: a few kilobytes may come to gigabytes, whatever they say of themselves. */
const SLICE_BYTES = 16 * 1024;

export type WorkbookParts = Readonly<Record<string, Uint8Array>>;

/**
 * What a workbook says in its parts, without its pictures; undefined when it comes to more than any list of contractors.
 * Throws when it cannot be unpacked.
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
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    unzip.push(bytes.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= bytes.length);
    if (unpacked > UNPACKED_BYTES_MAX) return undefined;
  }
  return Object.fromEntries(Object.entries(pieces).map(([name, own]) => [name, joined(own)]));
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A workbook of these parts, not packed: it is read at once and nowhere kept. */
export const workbookOf = (parts: WorkbookParts): ArrayBuffer =>
  Uint8Array.from(zipSync({ ...parts }, { level: 0 })).buffer;
