/** Leaves room for an ending and a number that a browser adds: file names have at most 255 characters. */
const MAX_LENGTH = 200;

/** A title in characters that are safe in every file name and e-mail: `kontrakty-sprzedazy`. */
export function plainFileName(title: string): string {
  const plain = title
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '');
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_LENGTH)
    .replace(/-$/, '');
}
