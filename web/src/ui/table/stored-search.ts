/*
 * Stores the last state of each list in sessionStorage, so that the list opens in this state again in the
 * same tab.
 */

type StoredSearch = { readonly path: string; readonly search: Record<string, string | string[]> };

export function storeSearch(key: string, state: StoredSearch): void {
  try {
    sessionStorage.setItem(storageName(key), JSON.stringify(state));
  } catch {
    // without storage the list opens with its defaults
  }
}

function readSearch(key: string): StoredSearch | undefined {
  try {
    const stored = sessionStorage.getItem(storageName(key));
    return stored === null ? undefined : (JSON.parse(stored) as StoredSearch);
  } catch {
    return undefined;
  }
}

type ListLink = { readonly to: string; readonly search: StoredSearch['search'] };

/** A link to a list with its last page and filters, for the menu and for closing a form. */
export function storedListLink(to: string): ListLink {
  const { path, search } = readSearch(to) ?? { path: to, search: {} };
  return { to: path, search };
}

/** A link to the first page of a list with its last filters, for breadcrumbs (specification 2, Shell). */
export function storedListFirstPage(list: string): ListLink {
  const { to, search } = storedListLink(list);
  const { page: _page, ...filters } = search;
  return { to, search: filters };
}

/** Removes the state of a list that no longer exists. */
export function removeStoredSearchAt(path: string): void {
  removeStoredSearches((key) => readSearch(key)?.path === path);
}

/** Removes all states at a sign-out, so that the next user of the browser does not see them. */
export function clearStoredSearches(): void {
  removeStoredSearches(() => true);
}

function removeStoredSearches(isOver: (key: string) => boolean): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(PREFIX) && isOver(name.slice(PREFIX.length))) sessionStorage.removeItem(name);
  } catch {
    // nothing is stored
  }
}

/**
 * Sets the user whose list states this tab stores. Removes the states of any other user, who may have signed
 * out in another tab or may have been signed out by the server.
 */
export function setSearchOwner(userId: string): void {
  try {
    if (sessionStorage.getItem(OWNER) === userId) return;
    clearStoredSearches();
    sessionStorage.setItem(OWNER, userId);
  } catch {
    // nothing is stored
  }
}

const PREFIX = 'list:';
const OWNER = 'lists-of';

function storageName(key: string): string {
  return PREFIX + key;
}
