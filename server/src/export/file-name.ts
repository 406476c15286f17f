/** Less than the limit of 255 characters, because the extension and a number that a browser adds need room. */
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
