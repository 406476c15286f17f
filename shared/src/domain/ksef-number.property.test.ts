import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc8, KSEF_MARKERS, ksefNumberOf, ksefNumberProblem } from './ksef-number.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const ksefNumber = fc
  .tuple(
    digits(10),
    fc.date({ min: new Date('2022-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    fc.stringMatching(/^[0-9A-F]{12}$/),
  )
  .map(([nip, date, hex]) => {
    const checked = `${nip}-${date.toISOString().slice(0, 10).replaceAll('-', '')}-${hex}`;
    return `${checked}-${crc8(checked).toString(16).toUpperCase().padStart(2, '0')}`;
  });

describe('a KSeF number', () => {
  it('a number with a valid checksum is accepted in upper and lower case, and returned in upper case', () => {
    expect(ksefNumberOf('5265877635-20250826-0100001AF629-AF')).toBe('5265877635-20250826-0100001AF629-AF');
    fc.assert(
      fc.property(ksefNumber, (number) => {
        expect(ksefNumberOf(` ${number.toLowerCase()} `)).toBe(number);
      }),
    );
  });

  it('a number with one changed character is invalid', () => {
    fc.assert(
      fc.property(ksefNumber, fc.nat(34), fc.stringMatching(/^[0-9A-F-]$/), (number, at, character) => {
        const changed = number.slice(0, at) + character + number.slice(at + 1);
        expect(ksefNumberOf(changed)).toBe(changed === number ? number : null);
      }),
    );
  });

  it('a number of the wrong length or with an impossible day is invalid; a marker is accepted in place of a number', () => {
    const wrongDay = '5265877635-20250230-0100001AF629';
    const checksum = crc8(wrongDay).toString(16).toUpperCase().padStart(2, '0');
    for (const wrong of ['', '5265877635', '5265877635-20250826-0100001AF629-A', `${wrongDay}-${checksum}`])
      expect(ksefNumberOf(wrong)).toBeNull();
    for (const marker of KSEF_MARKERS) expect(ksefNumberOf(marker.toLowerCase())).toBe(marker);
  });

  it('the reported problem of an invalid number is its form, its day or its checksum', () => {
    const problems = {
      '5265877635-20250826-0100001AF629-AF': null,
      off: null,
      '5265877635': 'form',
      '5265877635-20250826-0100001AF629-A': 'form',
      '5265877635-20250230-0100001AF629-AF': 'day',
      '5265877635-20250826-0100001AF629-AE': 'checksum',
      '5265877636-20250826-0100001af629-af': 'checksum',
    };
    for (const [typed, problem] of Object.entries(problems)) expect(ksefNumberProblem(typed)).toBe(problem);
  });
});
