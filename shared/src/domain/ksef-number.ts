/** Markers of the JPK_V7 register for invoices without a KSeF number. Several invoices may share a marker. */
export const KSEF_MARKERS = ['OFF', 'BFK', 'DI'] as const;

const SHAPE = /^(\d{10})-(\d{4})(\d{2})(\d{2})-([0-9A-F]{12})-([0-9A-F]{2})$/;
const CHECKED_LENGTH = 32;

/** CRC-8 of an ASCII text, with the polynomial 0x07 and the initial value 0. */
export function crc8(text: string): number {
  let crc = 0;
  for (const character of text) {
    crc ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x80) === 0 ? crc << 1 : ((crc << 1) ^ 0x07) & 0xff;
  }
  return crc;
}

/**
 * Why a text is not a KSeF number: its format is wrong, its day does not exist, or its checksum does not match.
 */
export type KsefNumberProblem = 'form' | 'day' | 'checksum';

/**
 * Returns the problem of a typed number (customer invoices.md, "KSeF number"), or null for a valid number or a
 * marker.
 */
export function ksefNumberProblem(typed: string): KsefNumberProblem | null {
  const value = upperCase(typed);
  if ((KSEF_MARKERS as readonly string[]).includes(value)) return null;
  const [, , year, month, day, , checksum] = SHAPE.exec(value) ?? [];
  if (year === undefined) return 'form';
  if (!isDay(Number(year), Number(month), Number(day))) return 'day';
  const expected = crc8(value.slice(0, CHECKED_LENGTH)).toString(16).toUpperCase().padStart(2, '0');
  return checksum === expected ? null : 'checksum';
}

/** Returns the stored form, in upper case, of a KSeF number or marker, or null for any other text. */
export const ksefNumberOf = (typed: string): string | null =>
  ksefNumberProblem(typed) === null ? upperCase(typed) : null;

const upperCase = (typed: string): string => typed.trim().toUpperCase();

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
