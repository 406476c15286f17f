import { createAtom, useSelector } from '@tanstack/react-store';
import { type ReactNode, useEffect } from 'react';

/** The part of the breadcrumbs that the page sets itself: the record's name and status. */
export type PageBreadcrumb = {
  readonly record?: string;
  readonly badge?: ReactNode;
  /** The link to the record's page; set on pages below the record's page. */
  readonly to?: string;
  /** The list that contains the record, for the last link. Set where a menu entry has several lists. */
  readonly list?: string;
  /** The open tab of the record, for the window title. */
  readonly part?: string;
};

const NONE: PageBreadcrumb = {};
const current = createAtom(NONE);

/** Adds the record's name and a badge to the breadcrumbs while the page is shown. */
export function useBreadcrumbs(
  record: string | undefined,
  { badge, to, list, part }: Omit<PageBreadcrumb, 'record'> = {},
): void {
  useEffect(() => {
    if (record === undefined) return undefined;
    current.set({
      record,
      badge,
      ...(to !== undefined && { to }),
      ...(list !== undefined && { list }),
      ...(part !== undefined && { part }),
    });
    return () => current.set(NONE);
  }, [record, badge, to, list, part]);
}

export const useCurrentBreadcrumb = (): PageBreadcrumb => useSelector(current);
