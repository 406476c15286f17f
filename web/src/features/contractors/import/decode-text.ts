export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1250';

/**
 * The text of a file that does not say how it is written. Excel saves a CSV in Windows-1250 or in UTF-8 with a
 * mark, "Unicode text" in UTF-16; text of Windows-1250 with Polish letters is never valid UTF-8.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const encoding = encodingOf(bytes);
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1250';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
