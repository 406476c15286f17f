import { createAtom } from '@tanstack/react-store';
import { createContext, useContext, useLayoutEffect } from 'react';
import { UI_TEXTS } from './texts.ts';

/** An error as text for the user: a sentence, and messages of single fields by their path in the form. */
export type Explanation = {
  readonly message: string;
  readonly fields: readonly { readonly path: string; readonly message: string }[];
};

/** The ui folder imports neither the network nor the error codes, so the application provides this function. */
type Explain = (error: unknown) => Explanation;

const ExplainContext = createContext<Explain>(() => ({ message: UI_TEXTS.unexpected, fields: [] }));

export const ExplainProvider = ExplainContext.Provider;

export function useExplain(): Explain {
  return useContext(ExplainContext);
}

/**
 * The errors that are visible in the page. The list contains an error several times if several components show
 * it.
 */
const visibleErrors = createAtom<readonly unknown[]>([]);

/** Marks an error as visible in the page, so that no notification repeats it. */
export function useVisibleFailure(error: unknown): void {
  useLayoutEffect(() => {
    visibleErrors.set((errors) => [...errors, error]);
    return () => visibleErrors.set((errors) => errors.toSpliced(errors.indexOf(error), 1));
  }, [error]);
}

export function isFailureVisible(error: unknown): boolean {
  return visibleErrors.get().includes(error);
}

export function onVisibleFailuresChange(listener: () => void): void {
  visibleErrors.subscribe(listener);
}
