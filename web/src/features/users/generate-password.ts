const GROUPS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!?#%+-=@'] as const;
const LENGTH = 14;

const one = (from: string) => from[below(from.length)] ?? '';

/** A password that keeps the five rules, without characters that look alike. */
export function generatePassword(): string {
  const all = GROUPS.join('');
  const characters = [
    ...GROUPS.map((group) => one(group)),
    ...Array.from({ length: LENGTH - GROUPS.length }, () => one(all)),
  ];
  // Fisher–Yates, so that the first four are not always of the same groups
  for (let last = characters.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [characters[last], characters[other]] = [characters[other] ?? '', characters[last] ?? ''];
  }
  return characters.join('');
}

/** Evenly below `n`: values that would favour the small ones are drawn again. */
function below(n: number): number {
  const limit = Math.floor(2 ** 32 / n) * n;
  const box = new Uint32Array(1);
  do crypto.getRandomValues(box);
  while ((box[0] ?? 0) >= limit);
  return (box[0] ?? 0) % n;
}
