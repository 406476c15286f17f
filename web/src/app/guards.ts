import type { ListView } from '@spichlerz/shared/wire/list-views';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { listViewQuery, startViewQuery } from '../api/list-views.ts';
import { prefetchReferenceData, rawMaterialTabsQuery } from '../api/reference.ts';
import { isSignedIn, meQuery } from '../api/session.ts';
import { viewHref } from '../components/list-views/view-address.ts';
import { localPath } from '../components/local-path.ts';
import { ALL_MATERIALS, CONTRACT_LIST_PATH } from '../features/contracts/contract-links.ts';
import { setSearchOwner, storedListFirstPage } from '../ui/table/stored-search.ts';

export type RouterContext = {
  queryClient: QueryClient;
  /** True until the first page of the window is shown. */
  isFirstPage: () => boolean;
};
type GuardInput = {
  context: Pick<RouterContext, 'queryClient'>;
  location: { href: string; pathname: string };
};

/** Redirects to the sign-in page without a session, and to the account page when the password has expired. */
export async function requireSignIn({ context, location }: GuardInput): Promise<void> {
  if (!isSignedIn()) throw toSignIn(location.href);
  const me = await context.queryClient.ensureQueryData(meQuery).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 401 ? toSignIn(location.href) : error;
  });
  setSearchOwner(String(me.id));
  if (!me.passwordExpired) prefetchReferenceData(context.queryClient);
  else if (location.pathname !== '/my-account') throw redirect({ to: '/my-account' });
}

export async function requireAdmin({ context }: GuardInput): Promise<void> {
  const me = await context.queryClient.ensureQueryData(meQuery);
  if (me.role !== 'ADMIN') throw redirect({ to: '/forbidden' });
}

/** `$id` and `$tableId` must be safe integers; contract lists also accept "all raw materials". */
export function requireRecordId({
  params: { id, tableId },
  location,
}: GuardInput & { params: { id?: string; tableId?: string } }): void {
  if (isRecordId(id) && isRecordId(tableId)) return;
  const isListOfAll = Object.values(CONTRACT_LIST_PATH).some(
    (path) => location.pathname === `${path}/${ALL_MATERIALS}`,
  );
  if (!isListOfAll) throw redirect({ to: '/404', replace: true });
}

function isRecordId(text: string | undefined): boolean {
  return text === undefined || (/^\d+$/.test(text) && Number.isSafeInteger(Number(text)));
}

/** The sign-in and password reset pages are for signed-out users only. */
export function requireSignedOut(): void {
  if (isSignedIn()) throw redirect({ to: '/' });
}

/**
 * Redirects to the user's start view or, if the user has none, to the positions. Without a session, redirects
 * to the sign-in page.
 */
export async function redirectHome({ context }: GuardInput): Promise<never> {
  if (!isSignedIn()) throw redirect({ to: '/login' });
  const view = await readStartView(context.queryClient);
  throw view === null ? redirect({ to: '/positions' }) : redirect({ href: viewHref(view) });
}

/**
 * Returns the user's start view. Returns null after a failed request, because the page that opens shows the
 * failure.
 */
async function readStartView(client: QueryClient): Promise<ListView | null> {
  try {
    // with an expired password the server rejects every call except those that change the password
    if ((await client.ensureQueryData(meQuery)).passwordExpired) return null;
    return (await client.fetchQuery(startViewQuery)).view;
  } catch {
    return null;
  }
}

/** Opens a list in the state of a saved view. */
export async function redirectToView({
  context,
  params,
}: GuardInput & { params: { id: string } }): Promise<never> {
  const view = await context.queryClient
    .fetchQuery(listViewQuery(Number(params.id)))
    .catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 404
        ? redirect({ to: '/404', replace: true })
        : error;
    });
  throw redirect({ href: viewHref(view), replace: true });
}

/**
 * Redirects a contract list without a raw material: to the list that was viewed last or, if there is none, to
 * the list of the first raw material. A company without raw materials gets the list of all raw materials.
 */
export async function redirectToRawMaterial({ context, location }: GuardInput): Promise<never> {
  const last = storedListFirstPage(location.pathname);
  if (last.to !== location.pathname) throw redirect(last);
  const tabs = await context.queryClient.ensureQueryData(rawMaterialTabsQuery);
  const first: string = `${location.pathname.replace(/\/$/, '')}/${tabs[0]?.id ?? ALL_MATERIALS}`;
  throw redirect({ to: first });
}

function toSignIn(href: string) {
  const back = localPath(href);
  return redirect({ to: '/login', search: back === null || back === '/' ? {} : { back } });
}
