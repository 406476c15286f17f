import type { ListView } from '@spichlerz/shared/wire/list-views';
import { VIEW_PARAM } from '../../ui/table/list-params.ts';
import { localPath } from '../local-path.ts';

/**
 * A view does not store the page and the page size: a stored page would soon have other rows, and the size
 * depends on the window.
 */
const NOT_IN_VIEW = ['page', 'size', VIEW_PARAM];

/** The URL that a view stores for a state of a list; equal states have equal URLs. */
export function viewAddress(path: string, searchText: string): string {
  const search = new URLSearchParams(searchText);
  for (const name of NOT_IN_VIEW) search.delete(name);
  search.sort();
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** The URL that opens a list in the state of the view. */
export function viewHref({ id, address }: Pick<ListView, 'id' | 'address'>): string {
  const [path = '', searchText = ''] = (localPath(address) ?? '/positions').split('?');
  const search = new URLSearchParams(searchText);
  search.set(VIEW_PARAM, String(id));
  return `${path}?${search.toString()}`;
}
