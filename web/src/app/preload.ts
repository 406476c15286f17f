import type { Side } from '@spichlerz/shared/domain/side';
import type { QueryClient } from '@tanstack/react-query';
import type * as Confirmations from '../features/contracts/contract-question.ts';
import type { RawSearch } from '../ui/list/list-params.ts';
import { NOTICED_MS } from '../ui/use-slow.ts';

/** What a loader of the router is told. */
type Visit = {
  readonly cause: 'preload' | 'enter' | 'stay';
  readonly params: { readonly id: string };
  readonly context: { readonly queryClient: QueryClient; readonly isOpening: () => boolean };
  readonly location: { readonly search: RawSearch };
};

/*
 * The data of the next page is asked for together with its code, and a failure is the page's to tell. Nothing waits for
 * it but the first page of a window, while there is nothing else to see, and only until one would notice: an empty page
 * that is filled a moment later is drawn, laid out and painted twice.
 */

export function loadContracts(side: Side, visit: Visit): Promise<void> {
  return load(visit, ({ preloadContracts }) =>
    preloadContracts(visit.context.queryClient, side, visit.params.id, visit.location.search),
  );
}

export function loadContract(side: Side, visit: Visit): Promise<void> {
  return load(visit, ({ preloadContract }) =>
    preloadContract(visit.context.queryClient, side, visit.params.id),
  );
}

async function load(visit: Visit, ask: (questions: typeof Confirmations) => Promise<unknown>): Promise<void> {
  if (isFingerPassing(visit)) return;
  const asked = import('../features/contracts/contract-question.ts').then(ask).catch(() => undefined);
  if (visit.context.isOpening()) await Promise.race([asked, wait(NOTICED_MS)]);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A finger that scrolls touches links as well; only a pointer or the keyboard stays on one because it means it. */
function isFingerPassing({ cause }: Visit): boolean {
  return cause === 'preload' && window.matchMedia('(hover: none)').matches;
}
