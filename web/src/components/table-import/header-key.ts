/**
 * A header without case, diacritics and punctuation, so that `Kod pocztowy:` and `KOD_POCZTOWY` are equal.
 */
export function headerKey(header: string): string {
  return header
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
