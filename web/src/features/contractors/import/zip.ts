/*
 * As much of ZIP as a workbook needs to be looked into before the library reads it, which trusts it with everything.
 */

/** Many times what as many contractors as may be imported at once take, with every field of theirs. */
export const UNPACKED_MEGABYTES_MAX = 100;

const LOCAL = { mark: 0x04034b50, bytes: 30 };
const ENTRY = { mark: 0x02014b50, bytes: 46 };
const END = { mark: 0x06054b50, bytes: 22 };
/** The end may be followed by a comment of at most this length. */
const COMMENT_BYTES_MAX = 0xffff;
const STORED = 0;
const DEFLATED = 8;

export type ZipEntry = {
  readonly name: string;
  readonly method: number;
  readonly packed: Uint8Array<ArrayBuffer>;
  /** Unpacked, as the ZIP says. */
  readonly size: number;
};

/** What stands in a ZIP, by its directory; nothing where there is none. */
export function zipEntries(bytes: ArrayBuffer): ZipEntry[] {
  const view = new DataView(bytes);
  const end = findEnd(view);
  if (end === undefined) return [];
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  while (at + ENTRY.bytes <= end && view.getUint32(at, true) === ENTRY.mark) {
    const packedSize = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const start = view.getUint32(at + 42, true);
    const beside = view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    entries.push({
      name: new TextDecoder().decode(new Uint8Array(bytes, at + ENTRY.bytes, nameLength)),
      method: view.getUint16(at + 10, true),
      packed: new Uint8Array(bytes, start + LOCAL.bytes + beside, packedSize),
      size: view.getUint32(at + 24, true),
    });
    at += ENTRY.bytes + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - END.bytes;
  for (let at = last; at >= Math.max(0, last - COMMENT_BYTES_MAX); at -= 1)
    if (view.getUint32(at, true) === END.mark) return at;
  return undefined;
}

/** The text of a part. Throws where there is more than the ZIP says: a few kilobytes may come to gigabytes. */
export async function unpackText({ method, packed, size }: ZipEntry): Promise<string> {
  if (method === STORED) return new TextDecoder().decode(packed);
  if (method !== DEFLATED) throw new Error('The part is packed in a strange way');
  const text = new TextDecoder();
  let length = 0;
  let read = '';
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.byteLength;
    if (length > size) {
      await reader.cancel();
      throw new Error('The part is larger than the file says');
    }
    read += text.decode(next.value, { stream: true });
  }
  return read + text.decode();
}

export function storedText(name: string, text: string): ZipEntry {
  const packed = new TextEncoder().encode(text);
  return { name, method: STORED, packed, size: packed.byteLength };
}

/** A ZIP of these parts, without the sums that nobody checks who reads it here. */
export function zipOf(entries: readonly ZipEntry[]): ArrayBuffer {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = new TextEncoder().encode(entry.name);
    const local = headOf(LOCAL, 4, entry, name);
    const listed = headOf(ENTRY, 6, entry, name);
    new DataView(listed.buffer).setUint32(42, at, true);
    parts.push(local, name, entry.packed);
    directory.push(listed, name);
    at += local.length + name.length + entry.packed.length;
  }
  const end = new DataView(new ArrayBuffer(END.bytes));
  end.setUint32(0, END.mark, true);
  end.setUint16(8, entries.length, true);
  end.setUint16(10, entries.length, true);
  end.setUint32(12, lengthOf(directory), true);
  end.setUint32(16, at, true);
  return joined([...parts, ...directory, new Uint8Array(end.buffer)]);
}

/** Both heads of a part tell the same of it, `from` there on. */
function headOf(kind: typeof LOCAL, from: number, entry: ZipEntry, name: Uint8Array) {
  const view = new DataView(new ArrayBuffer(kind.bytes));
  view.setUint32(0, kind.mark, true);
  view.setUint16(from + 4, entry.method, true);
  view.setUint32(from + 14, entry.packed.length, true);
  view.setUint32(from + 18, entry.size, true);
  view.setUint16(from + 22, name.length, true);
  return new Uint8Array(view.buffer);
}

const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0);

function joined(parts: readonly Uint8Array[]): ArrayBuffer {
  const whole = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.buffer;
}
