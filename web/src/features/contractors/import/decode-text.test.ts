import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const utf8 = (text: string) => [...new TextEncoder().encode(text)];

describe('decodeText', () => {
  it('reads Windows-1250, as Polish Excel saves a CSV', () => {
    // Zażółć gęślą jaźń
    const bytes = [
      0x5a, 0x61, 0xbf, 0xf3, 0xb3, 0xe6, 0x20, 0x67, 0xea, 0x9c, 0x6c, 0xb9, 0x20, 0x6a, 0x61, 0x9f, 0xf1,
    ];
    expect(decodeText(Uint8Array.from(bytes))).toEqual({
      text: 'Zażółć gęślą jaźń',
      encoding: 'windows-1250',
    });
  });

  it('reads the capital letters of Windows-1250 too', () => {
    const bytes = [0xa5, 0xc6, 0xca, 0xa3, 0xd1, 0xd3, 0x8c, 0x8f, 0xaf];
    expect(decodeText(Uint8Array.from(bytes)).text).toBe('ĄĆĘŁŃÓŚŹŻ');
  });

  it('reads UTF-8 with and without a mark, which is no part of the text', () => {
    const expected = { text: 'Łódź', encoding: 'utf-8' };
    expect(decodeText(Uint8Array.from(utf8('Łódź')))).toEqual(expected);
    expect(decodeText(Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8('Łódź')]))).toEqual(expected);
  });

  it('reads the Unicode text of Excel', () => {
    expect(decodeText(Uint8Array.from([0xff, 0xfe, 0x41, 0x01, 0x09, 0x00])).text).toBe('Ł\t');
    expect(decodeText(Uint8Array.from([0xfe, 0xff, 0x01, 0x41])).text).toBe('Ł');
  });

  it('reads nothing as nothing', () => {
    expect(decodeText(new Uint8Array()).text).toBe('');
  });
});
