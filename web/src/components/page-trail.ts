import { type ReactNode, useEffect } from 'react';
import { createStore, useStore } from '../ui/use-watched.ts';

/** What a page knows about its place that its route does not: the record's name, its status. */
export type PageBreadcrumb = {
  readonly record?: string;
  readonly badge?: ReactNode;
  /** The record's own page, where the page is one below it. */
  readonly to?: string;
  /** The list that the record is in, where the crumb above it does not name it. */
  readonly list?: string;
  /** Which part of the record is open: for the title of the window, which otherwise is that of the other parts. */
  readonly part?: string;
};

const NONE: PageBreadcrumb = {};
const current = createStore(NONE);

/** Puts the record's name, and a badge, at the end of the breadcrumbs while the page is shown. */
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

export const useCurrentBreadcrumb = (): PageBreadcrumb => useStore(current);
