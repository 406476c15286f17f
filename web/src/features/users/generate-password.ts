const GROUPS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!?#%+-=@'] as const;
const LENGTH = 14;

const randomCharacter = (from: string) => from[randomBelow(from.length)] ?? '';

/** A password that meets the five rules, without characters that look alike. */
export function generatePassword(): string {
  const all = GROUPS.join('');
  const characters = [
    ...GROUPS.map((group) => randomCharacter(group)),
    ...Array.from({ length: LENGTH - GROUPS.length }, () => randomCharacter(all)),
  ];
  // a Fisher–Yates shuffle, so that the first four characters are not always of the same groups
  for (let last = characters.length - 1; last > 0; last--) {
    const other = randomBelow(last + 1);
    [characters[last], characters[other]] = [characters[other] ?? '', characters[last] ?? ''];
  }
  return characters.join('');
}

/** A uniform random number below `n`; values that would favour small numbers are rejected. */
function randomBelow(n: number): number {
  const limit = Math.floor(2 ** 32 / n) * n;
  const box = new Uint32Array(1);
  do crypto.getRandomValues(box);
  while ((box[0] ?? 0) >= limit);
  return (box[0] ?? 0) % n;
}
