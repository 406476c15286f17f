/** Many times what as many contractors as may be imported at once take, with every field of theirs. */
export const UNPACKED_MEGABYTES_MAX = 100;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
/** The end of a ZIP may be followed by a comment of at most this length. */
const COMMENT_BYTES_MAX = 0xffff;

/**
 * What a ZIP says that it unpacks to, in bytes, without unpacking it: a file of a few kilobytes may come to gigabytes.
 * Zero for what is no ZIP.
 */
export function unpackedSize(bytes: ArrayBuffer): number {
  const view = new DataView(bytes);
  const end = findEnd(view);
  if (end === undefined) return 0;
  let at = view.getUint32(end + 16, true);
  let size = 0;
  while (at + ENTRY_BYTES <= end && view.getUint32(at, true) === ENTRY) {
    size += view.getUint32(at + 24, true);
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    at += ENTRY_BYTES + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return size;
}

function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_BYTES_MAX); at -= 1)
    if (view.getUint32(at, true) === END) return at;
  return undefined;
}
