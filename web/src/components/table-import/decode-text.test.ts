import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const LETTERS = Array.from('ąćęłńóśźżĄĆĘŁŃÓŚŹŻü');
/** Returns the byte of each letter of LETTERS. `codes` lists the bytes in hexadecimal. */
function lettersAt(codes: string): Readonly<Record<string, number>> {
  const bytes = codes.split(' ').map((code) => Number.parseInt(code, 16));
  return Object.fromEntries(LETTERS.map((letter, index) => [letter, bytes[index] ?? 0]));
}
const WINDOWS_1250 = lettersAt('b9 e6 ea b3 f1 f3 9c 9f bf a5 c6 ca a3 d1 d3 8c 8f af fc');
const ISO_8859_2 = lettersAt('b1 e6 ea b3 f1 f3 b6 bc bf a1 c6 ca a3 d1 d3 a6 ac af fc');
const CP852 = lettersAt('a5 86 a9 88 e4 a2 98 ab be a4 8f a8 9d e3 e0 97 8d bd 81');

const utf8 = (text: string) => [...new TextEncoder().encode(text)];

describe('decodeText', () => {
  it('decodes Windows-1250, the encoding of CSV files from Polish Excel', () => {
    // Zażółć gęślą jaźń
    const bytes = [
      0x5a, 0x61, 0xbf, 0xf3, 0xb3, 0xe6, 0x20, 0x67, 0xea, 0x9c, 0x6c, 0xb9, 0x20, 0x6a, 0x61, 0x9f, 0xf1,
    ];
    expect(decodeText(Uint8Array.from(bytes))).toEqual({
      text: 'Zażółć gęślą jaźń',
      encoding: 'windows-1250',
    });
  });

  it('decodes the Polish capital letters of Windows-1250', () => {
    const bytes = [0xa5, 0xc6, 0xca, 0xa3, 0xd1, 0xd3, 0x8c, 0x8f, 0xaf];
    expect(decodeText(Uint8Array.from(bytes)).text).toBe('ĄĆĘŁŃÓŚŹŻ');
  });

  it('decodes UTF-8 with and without a byte order mark, and omits the mark from the text', () => {
    const expected = { text: 'Łódź', encoding: 'utf-8' };
    expect(decodeText(Uint8Array.from(utf8('Łódź')))).toEqual(expected);
    expect(decodeText(Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8('Łódź')]))).toEqual(expected);
  });

  it('decodes little-endian and big-endian UTF-16', () => {
    expect(decodeText(Uint8Array.from([0xff, 0xfe, 0x41, 0x01, 0x09, 0x00])).text).toBe('Ł\t');
    expect(decodeText(Uint8Array.from([0xfe, 0xff, 0x01, 0x41])).text).toBe('Ł');
  });

  it('returns an empty text for an empty file', () => {
    expect(decodeText(new Uint8Array()).text).toBe('');
  });

  it('returns no encoding for plain ASCII', () => {
    expect(decodeText(Uint8Array.from(utf8('Kowal;1')))).toEqual({ text: 'Kowal;1', encoding: undefined });
  });

  describe.each([
    ['windows-1250', WINDOWS_1250],
    ['iso-8859-2', ISO_8859_2],
    ['cp852', CP852],
  ] as const)('recognizes %s by its letters', (encoding, letters) => {
    it.each([
      'Gospodarstwo Dąbrowa',
      'Młyn Śrem;Święcice 5',
      'Kuźnia;Źródła',
      'PIĄTNICA;ŁĄKA SP. Z O.O.',
      'Müller i Kąkol',
    ])('in the text "%s"', (text) => {
      const bytes = Uint8Array.from(text, (sign) => letters[sign] ?? sign.charCodeAt(0));
      expect(decodeText(bytes)).toEqual({ text, encoding });
    });
  });

  it('prefers Windows-1250 to ISO-8859-2 for a Czech text and for a text that is the same in both encodings', () => {
    expect(decodeText(Uint8Array.from([0x4d, 0xb3, 0x79, 0x6e]))).toEqual({
      text: 'Młyn',
      encoding: 'windows-1250',
    });
    // Čáslav, Žďár, Plzeň, Příšov
    const czech = [
      0xc8, 0xe1, 0x73, 0x6c, 0x61, 0x76, 0x3b, 0x8e, 0xef, 0xe1, 0x72, 0x3b, 0x50, 0x6c, 0x7a, 0x65, 0xf2,
      0x3b, 0x50, 0xf8, 0xed, 0x9a, 0x6f, 0x76,
    ];
    expect(decodeText(Uint8Array.from(czech))).toEqual({
      text: 'Čáslav;Žďár;Plzeň;Příšov',
      encoding: 'windows-1250',
    });
  });

  it('uses the encoding that the user has selected', () => {
    expect(decodeText(Uint8Array.from([0xb1, 0xb6]), 'iso-8859-2').text).toBe('ąś');
    expect(decodeText(Uint8Array.from([0xa5, 0x98, 0x88]), 'cp852').text).toBe('ąśł');
  });
});
