import type { Side } from '@spichlerz/shared/domain/side';
import type { QueryClient } from '@tanstack/react-query';
import type * as contractPreload from '../features/contracts/list/preload-contracts.ts';
import { LOADING_DELAY_MS } from '../ui/hooks/use-delayed-loading.ts';
import type { RawSearch } from '../ui/table/list-params.ts';

/** The part of the router's loader argument that preloading needs. */
type Visit = {
  readonly cause: 'preload' | 'enter' | 'stay';
  readonly params: { readonly id: string };
  readonly context: { readonly queryClient: QueryClient; readonly isFirstPage: () => boolean };
  readonly location: { readonly search: RawSearch };
};

/*
 * The data of a page is requested while its code loads. The page itself shows a failed request. Only the first
 * page of a window waits for its data, for at most the loading delay, because rendering it empty first would
 * cost a second layout and paint.
 */

export function loadContracts(side: Side, visit: Visit): Promise<void> {
  return preload(visit, ({ preloadContracts }) =>
    preloadContracts(visit.context.queryClient, side, visit.params.id, visit.location.search),
  );
}

export function loadContract(side: Side, visit: Visit): Promise<void> {
  return preload(visit, ({ preloadContract }) =>
    preloadContract(visit.context.queryClient, side, visit.params.id),
  );
}

async function preload(
  visit: Visit,
  startQueries: (module: typeof contractPreload) => Promise<unknown>,
): Promise<void> {
  if (isTouchScroll(visit)) return;
  const preloading = import('../features/contracts/list/preload-contracts.ts')
    .then(startQueries)
    .catch(() => undefined);
  if (visit.context.isFirstPage()) await Promise.race([preloading, wait(LOADING_DELAY_MS)]);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Whether a link was only touched on a touch screen, where scrolling touches links too. Elsewhere, pointing at
 * a link shows the intent to open it.
 */
function isTouchScroll({ cause }: Visit): boolean {
  return cause === 'preload' && window.matchMedia('(hover: none)').matches;
}
