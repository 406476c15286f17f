import { Anchor, Breadcrumbs, Group, Text, VisuallyHidden } from '@mantine/core';
import { Link, useMatches } from '@tanstack/react-router';
import { useCurrentBreadcrumb } from '../components/use-breadcrumbs.ts';
import { storedListFirstPage } from '../ui/table/stored-search.ts';
import { APP_NAME } from './brand.tsx';

export type Crumb = { readonly label: string; readonly to?: string };

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The breadcrumbs above the page. */
    breadcrumbs?: readonly Crumb[];
    /** The breadcrumb of the page itself. The name of the record, from useBreadcrumbs, precedes it. */
    title?: string;
  }
}

/**
 * Returns the link to the list with its last filters. If the user last viewed a different list of the same menu
 * entry, returns the link to `list`, the list of the record, without filters.
 */
function listLink(to: string, list = to) {
  const left = storedListFirstPage(to);
  return list === to || left.to === list ? left : { to: list, search: {} };
}

/** Breadcrumbs with the record's name and badge, and the title of the window. */
export function PageBreadcrumbs() {
  const { record, badge, to, list, part } = useCurrentBreadcrumb();
  const { breadcrumbs = [], title } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} });
  const crumbs: readonly Crumb[] = [
    ...breadcrumbs,
    ...(record === undefined ? [] : [{ label: record, ...(to !== undefined && { to }) }]),
    ...(title === undefined ? [] : [{ label: title }]),
  ];
  const lastLink = crumbs.findLastIndex(({ to }) => to !== undefined);
  const heading = [title, part, record].filter((part) => part !== undefined).join(' · ');
  const pageTitle = heading === '' ? APP_NAME : `${heading} – ${APP_NAME}`;

  return (
    <>
      <title>{pageTitle}</title>
      {/* screen readers announce the title of a loaded document, not of a client-side navigation */}
      <VisuallyHidden aria-live="polite">{pageTitle}</VisuallyHidden>
      <Group gap="xs" component="nav" aria-label="Ścieżka" mih={24}>
        <Breadcrumbs separator="›" separatorMargin={6}>
          {crumbs.map(({ label, to }, index) =>
            to === undefined ? (
              <Text
                key={label}
                fz="sm"
                c={index === crumbs.length - 1 ? undefined : 'dimmed'}
                aria-current={index === crumbs.length - 1 ? 'page' : undefined}
              >
                {label}
              </Text>
            ) : (
              <Anchor
                key={label}
                fz="sm"
                c="dimmed"
                aria-keyshortcuts={index === lastLink ? 'Escape' : undefined}
                renderRoot={(props: object) => (
                  <Link {...props} {...listLink(to, index === breadcrumbs.length - 1 ? list : undefined)} />
                )}
              >
                {label}
              </Anchor>
            ),
          )}
        </Breadcrumbs>
        {badge}
      </Group>
    </>
  );
}
