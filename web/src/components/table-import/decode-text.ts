/** Encodings the user can select when the letters of a file look wrong. */
export const ENCODINGS = ['utf-8', 'windows-1250', 'iso-8859-2', 'cp852'] as const;
export type Encoding = (typeof ENCODINGS)[number] | 'utf-16le' | 'utf-16be';

/**
 * Decodes a file that does not declare its encoding. Excel saves CSV as Windows-1250 or as UTF-8 with a byte
 * order mark, and "Unicode text" as UTF-16; older Polish programs use ISO-8859-2, DOS programs CP852. Plain
 * ASCII is the same in all of them except UTF-16, so the encoding of a file with only ASCII is undefined.
 */
export function decodeText(
  bytes: Uint8Array,
  chosen?: Encoding,
): { text: string; encoding: Encoding | undefined } {
  const encoding = chosen ?? encodingOf(bytes);
  return { text: decode(bytes, encoding), encoding: bytes.every(isAscii) ? undefined : encoding };
}

const isAscii = (byte: number) => byte < 0x80;

function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : mostLikelyEncoding(bytes);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Enough bytes to recognize the encoding. */
const SAMPLE_BYTES = 250_000;

/**
 * Returns the encoding with the best polishScore(). If several are equally good, Windows-1250 has precedence,
 * because it is the encoding of Excel.
 */
function mostLikelyEncoding(bytes: Uint8Array): Encoding {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const polishIn = (encoding: Encoding) => polishScore(decode(sample, encoding));
  const candidates: Encoding[] = ['windows-1250', 'iso-8859-2', 'cp852'];
  const [best = 'windows-1250'] = candidates.toSorted((one, other) => polishIn(other) - polishIn(one));
  return best;
}

const POLISH = /[ąćęłńóśźżĄĆĘŁŃÓŚŹŻ]/g;
/**
 * Characters that do not occur in text: control characters, box drawing, a symbol inside a word, a capital
 * letter after a small one.
 */
const IMPLAUSIBLE =
  /[\u0080-\u009f\u2500-\u259f]|\p{L}(?!\p{ASCII})[\p{S}¶†‡]|\p{Ll}(?!\p{ASCII})\p{Lu}|\p{L}(?!\p{ASCII})\p{Lu}\p{Ll}/gu;

function polishScore(text: string): number {
  return (text.match(POLISH)?.length ?? 0) - 2 * (text.match(IMPLAUSIBLE)?.length ?? 0);
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding !== 'cp852') return new TextDecoder(encoding).decode(bytes);
  return Array.from(bytes, (byte) => (isAscii(byte) ? String.fromCharCode(byte) : CP852[byte - 0x80])).join(
    '',
  );
}

/** The characters of CP852 from 0x80 on, because browsers do not support this encoding. */
const CP852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
  '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0';
