import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { loadReference, rawMaterialTabsQuery } from '../api/reference.ts';
import { isSignedIn, meQuery } from '../api/session.ts';
import { ALL_MATERIALS, CONTRACT_LIST_PATH } from '../components/contract/contract-links.ts';
import { localPath } from '../components/local-path.ts';
import { firstPageAsLeft, keepSearchesOf } from '../ui/list/remembered-search.ts';

export type RouterContext = {
  queryClient: QueryClient;
  /** Nothing is on the screen yet. */
  isOpening: () => boolean;
};
type Guarded = { context: Pick<RouterContext, 'queryClient'>; location: { href: string; pathname: string } };

/** Behind the sign-in. An expired password leads to the account page, where it is changed. */
export async function requireSignIn({ context, location }: Guarded): Promise<void> {
  if (!isSignedIn()) throw toSignIn(location.href);
  const me = await context.queryClient.ensureQueryData(meQuery).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 401 ? toSignIn(location.href) : error;
  });
  keepSearchesOf(String(me.id));
  if (!me.passwordExpired) loadReference(context.queryClient);
  else if (location.pathname !== '/my-account') throw redirect({ to: '/my-account' });
}

export async function requireAdmin({ context }: Guarded): Promise<void> {
  const me = await context.queryClient.ensureQueryData(meQuery);
  if (me.role !== 'ADMIN') throw redirect({ to: '/forbidden' });
}

/** What stands for `$id` is a number the server counts with; only a contract list takes all raw materials too. */
export function requireRecordId({ params: { id }, location }: Guarded & { params: { id?: string } }): void {
  if (id === undefined || (/^\d+$/.test(id) && Number.isSafeInteger(Number(id)))) return;
  const isListOfAll = Object.values(CONTRACT_LIST_PATH).some(
    (path) => location.pathname === `${path}/${ALL_MATERIALS}`,
  );
  if (!isListOfAll) throw redirect({ to: '/404', replace: true });
}

/** Sign-in and password reset are for those who are not signed in. */
export function requireSignedOut(): void {
  if (isSignedIn()) throw redirect({ to: '/positions' });
}

export function redirectHome(): never {
  throw redirect({ to: isSignedIn() ? '/positions' : '/login' });
}

/**
 * A contract list without a raw material opens the first page of the one last looked at, or of the first, or, in a
 * company that has none yet, the list of all.
 */
export async function redirectToRawMaterial({ context, location }: Guarded): Promise<never> {
  const last = firstPageAsLeft(location.pathname);
  if (last.to !== location.pathname) throw redirect(last);
  const tabs = await context.queryClient.ensureQueryData(rawMaterialTabsQuery);
  const first: string = `${location.pathname.replace(/\/$/, '')}/${tabs[0]?.id ?? ALL_MATERIALS}`;
  throw redirect({ to: first });
}

function toSignIn(href: string) {
  const back = localPath(href);
  return redirect({ to: '/login', search: back === null || back === '/' ? {} : { back } });
}
