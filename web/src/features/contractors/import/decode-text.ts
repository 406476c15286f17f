/** What a person may choose when the letters of a file look wrong. */
export const ENCODINGS = ['utf-8', 'windows-1250', 'iso-8859-2', 'cp852'] as const;
export type Encoding = (typeof ENCODINGS)[number] | 'utf-16le' | 'utf-16be';

/**
 * The text of a file that does not say how it is written. Excel saves a CSV in Windows-1250 or in UTF-8 with a
 * mark, "Unicode text" in UTF-16; older Polish programs write ISO-8859-2, those of DOS CP852. No encoding is told
 * for plain ASCII, which is the same in all of them.
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
  return isUtf8(bytes) ? 'utf-8' : likeliest(bytes);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Enough to know the letters by. */
const SAMPLE_BYTES = 250_000;

/** The one that makes the most Polish of it; Excel's own when it makes no difference. */
function likeliest(bytes: Uint8Array): Encoding {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const polishIn = (encoding: Encoding) => polishness(decode(sample, encoding));
  const candidates: Encoding[] = ['windows-1250', 'iso-8859-2', 'cp852'];
  const [best = 'windows-1250'] = candidates.toSorted((one, other) => polishIn(other) - polishIn(one));
  return best;
}

const POLISH = /[ąćęłńóśźżĄĆĘŁŃÓŚŹŻ]/g;
/** What is in no text: control characters, drawn frames, a sign in a word, a capital letter among small ones. */
const ODD =
  /[\u0080-\u009f\u2500-\u259f]|\p{L}(?!\p{ASCII})[\p{S}¶†‡]|\p{Ll}(?!\p{ASCII})\p{Lu}|\p{L}(?!\p{ASCII})\p{Lu}\p{Ll}/gu;

function polishness(text: string): number {
  return (text.match(POLISH)?.length ?? 0) - 2 * (text.match(ODD)?.length ?? 0);
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding !== 'cp852') return new TextDecoder(encoding).decode(bytes);
  return Array.from(bytes, (byte) => (isAscii(byte) ? String.fromCharCode(byte) : CP852[byte - 0x80])).join(
    '',
  );
}

/** Browsers do not know it: its characters from 0x80 on. */
const CP852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
  '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0';
