/** The last state of each list, so that it comes back when the list is opened again. Lives as long as the tab. */

type Remembered = { readonly path: string; readonly search: Record<string, string | string[]> };

export function rememberSearch(key: string, remembered: Remembered): void {
  try {
    sessionStorage.setItem(storageName(key), JSON.stringify(remembered));
  } catch {
    // without storage the list opens with its defaults
  }
}

function recallSearch(key: string): Remembered | undefined {
  try {
    const stored = sessionStorage.getItem(storageName(key));
    return stored === null ? undefined : (JSON.parse(stored) as Remembered);
  } catch {
    return undefined;
  }
}

type Place = { readonly to: string; readonly search: Remembered['search'] };

/** Where the menu and the end of a form lead: to a list as it was left, its page and its filters. */
export function listAsLeft(to: string): Place {
  const { path, search } = recallSearch(to) ?? { path: to, search: {} };
  return { to: path, search };
}

/** Where breadcrumbs lead: to its first page (specification 2, Shell), with its filters. */
export function firstPageAsLeft(list: string): Place {
  const { to, search } = listAsLeft(list);
  const { page: _page, ...filters } = search;
  return { to, search: filters };
}

/** A list that turned out not to be there is no place to come back to. */
export function forgetPlace(path: string): void {
  forget((key) => recallSearch(key)?.path === path);
}

/** Signing out must not leave one person's searches to the next one at the same desk. */
export function forgetSearches(): void {
  forget(() => true);
}

function forget(isOver: (key: string) => boolean): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(PREFIX) && isOver(name.slice(PREFIX.length))) sessionStorage.removeItem(name);
  } catch {
    // nothing was remembered
  }
}

/**
 * Whose lists this tab brings back. Of another person's it forgets all: a tab whose person signed out in another one, or
 * whose session ended, may be the next one's.
 */
export function keepSearchesOf(person: string): void {
  try {
    if (sessionStorage.getItem(OWNER) === person) return;
    forgetSearches();
    sessionStorage.setItem(OWNER, person);
  } catch {
    // nothing is remembered
  }
}

const PREFIX = 'list:';
const OWNER = 'lists-of';

function storageName(key: string): string {
  return PREFIX + key;
}
