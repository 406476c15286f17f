import { hasNipChecksum, hasPeselChecksum } from '@spichlerz/shared/domain/contractor';

/** A seeded random generator, so that the demo company is always the same. */
export type Random = {
  /** Returns a random integer, both bounds included. */
  readonly int: (min: number, max: number) => number;
  readonly pick: <T>(list: readonly [T, ...T[]]) => T;
  /** Returns true with the given probability in percent. */
  readonly chance: (percent: number) => boolean;
};

/** A 32-bit xorshift generator: good enough for names and weights, unsafe for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed | 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    pick: (list) => list[int(0, list.length - 1)] ?? list[0],
    chance: (percent) => next() * 100 < percent,
  };
}

const DIGITS = Array.from({ length: 10 }, (_, digit) => String(digit));

/** Returns a NIP with a valid checksum and an unused tax office number, so that it belongs to no company. */
export function demoNip(random: Random): string {
  const first = `100${random.int(0, 999_999).toString().padStart(6, '0')}`;
  const last = DIGITS.find((digit) => hasNipChecksum(first + digit));
  return last === undefined ? demoNip(random) : first + last;
}

/**
 * Returns a PESEL with a valid checksum and a birthday in the 23rd century (month + 60), so that it belongs
 * to no person.
 */
export function demoPesel(random: Random): string {
  const year = random.int(50, 99).toString();
  const month = (60 + random.int(1, 12)).toString();
  const day = random.int(1, 28).toString().padStart(2, '0');
  const first = year + month + day + random.int(0, 9_999).toString().padStart(4, '0');
  return first + (DIGITS.find((digit) => hasPeselChecksum(first + digit)) ?? '');
}

/** Returns a nine-digit phone number with a prefix that no Polish operator uses. */
export function demoPhone(random: Random): string {
  const three = () => random.int(0, 999).toString().padStart(3, '0');
  return `+48 49${random.int(0, 9)} ${three()} ${three()}`;
}

/** Returns the local part of an e-mail for a name: lower case, without Polish letters and blanks. */
export function mailName(name: string): string {
  return name
    .toLocaleLowerCase('pl')
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
