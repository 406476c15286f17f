/** With an ending and a number that a browser adds it stays below the 255 letters of a name on every disk. */
const LONGEST = 200;

/** `kontrakty-sprzedazy`: letters every disk and every mail takes. */
export function plainFileName(title: string): string {
  const plain = title
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '');
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, LONGEST)
    .replace(/-$/, '');
}
