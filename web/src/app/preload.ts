import type { Side } from '@spichlerz/shared/domain/side';
import type { QueryClient } from '@tanstack/react-query';
import type * as Questions from '../features/contracts/contract-question.ts';
import type { RawSearch } from '../ui/list/list-params.ts';

/** What a loader of the router is told. */
type Visit = {
  readonly cause: 'preload' | 'enter' | 'stay';
  readonly params: { readonly id: string };
  readonly context: { readonly queryClient: QueryClient };
  readonly location: { readonly search: RawSearch };
};

/*
 * The data of the next page is asked for together with its code. Nothing waits for it, and a failure is the page's
 * to tell.
 */

export function loadContracts(side: Side, visit: Visit): void {
  void load(visit, ({ preloadContracts }) =>
    preloadContracts(visit.context.queryClient, side, visit.params.id, visit.location.search),
  );
}

export function loadContract(side: Side, visit: Visit): void {
  void load(visit, ({ preloadContract }) =>
    preloadContract(visit.context.queryClient, side, visit.params.id),
  );
}

async function load(visit: Visit, ask: (questions: typeof Questions) => void): Promise<void> {
  if (isFingerPassing(visit)) return;
  await import('../features/contracts/contract-question.ts').then(ask).catch(() => undefined);
}

/** A finger that scrolls touches links as well; only a pointer or the keyboard stays on one because it means it. */
function isFingerPassing({ cause }: Visit): boolean {
  return cause === 'preload' && window.matchMedia('(hover: none)').matches;
}
