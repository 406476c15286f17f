import { Anchor, Breadcrumbs, Group, Text, VisuallyHidden } from '@mantine/core';
import { Link, useMatches } from '@tanstack/react-router';
import { useCurrentBreadcrumb } from '../components/page-trail.ts';
import { firstPageAsLeft } from '../ui/list/remembered-search.ts';
import { APP_NAME } from './app-name.ts';

export type Crumb = { readonly label: string; readonly to?: string };

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The places above the page. */
    trail?: readonly Crumb[];
    /** The page itself. A page of a record names the record through useBreadcrumbs, before this. */
    title?: string;
  }
}

/** A list as it was left; the record's own list when another one was left, or none. */
function placeOf(to: string, list = to) {
  const left = firstPageAsLeft(to);
  return list === to || left.to === list ? left : { to: list, search: {} };
}

/** Breadcrumbs, with the record's name and badge, and where that is as the title of the window. */
export function PageBreadcrumbs() {
  const { record, badge, to, list, part } = useCurrentBreadcrumb();
  const { trail = [], title } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} });
  const crumbs: readonly Crumb[] = [
    ...trail,
    ...(record === undefined ? [] : [{ label: record, ...(to !== undefined && { to }) }]),
    ...(title === undefined ? [] : [{ label: title }]),
  ];
  const heading = [title, part, record].filter((part) => part !== undefined).join(' · ');
  const pageTitle = heading === '' ? APP_NAME : `${heading} – ${APP_NAME}`;

  return (
    <>
      <title>{pageTitle}</title>
      {/* a browser reads the title of a page it loads, not of one that takes the place of another */}
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
                renderRoot={(props: object) => (
                  <Link {...props} {...placeOf(to, index === trail.length - 1 ? list : undefined)} />
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
