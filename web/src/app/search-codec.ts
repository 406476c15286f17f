/**
 * The search parameters of a URL as plain text; each list parses them by its own definition (list-params.ts).
 */
export type PageSearch = Record<string, string | string[] | undefined>;

/** `?status=NEW&status=ACTIVE&page=2` becomes `{ status: ['NEW', 'ACTIVE'], page: '2' }`. */
export function parseSearch(text: string): PageSearch {
  const search: PageSearch = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search[name];
    if (before === undefined) search[name] = value;
    else search[name] = Array.isArray(before) ? [...before, value] : [before, value];
  }
  return search;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean')
        text.append(name, String(item));
    }
  }
  const joined = text.toString();
  return joined === '' ? '' : `?${joined}`;
}
