/** File names have at most 255 characters; the rest is for the extension and a number that a browser adds. */
const MAX_LENGTH = 200;

/** Converts a title to characters that are safe in every file name and e-mail: `kontrakty-sprzedazy`. */
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
