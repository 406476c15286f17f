/** `kontrakty-sprzedazy`: letters every disk and every mail takes. */
export function plainFileName(title: string): string {
  const plain = title
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '');
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}
