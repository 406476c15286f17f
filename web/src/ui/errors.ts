import { createContext, useContext, useLayoutEffect } from 'react';
import { UI_TEXTS } from './texts.ts';

/** An error as text for the user: a sentence, and messages of single fields by their path in the form. */
export type Explanation = {
  readonly message: string;
  readonly fields: readonly { readonly path: string; readonly message: string }[];
};

/** The ui folder knows neither the network nor the error codes; the application provides this function. */
type Explain = (error: unknown) => Explanation;

const ExplainContext = createContext<Explain>(() => ({ message: UI_TEXTS.unexpected, fields: [] }));

export const ExplainProvider = ExplainContext.Provider;

export function useExplain(): Explain {
  return useContext(ExplainContext);
}

/** Contains an error once per place that shows it. */
const visibleErrors: unknown[] = [];
const listeners = new Set<() => void>();

function updateAndNotify(write: () => void): void {
  write();
  for (const listener of listeners) listener();
}

/** Marks an error as visible in the page, so that no notification repeats it. */
export function useVisibleFailure(error: unknown): void {
  useLayoutEffect(() => {
    updateAndNotify(() => visibleErrors.push(error));
    return () => updateAndNotify(() => visibleErrors.splice(visibleErrors.indexOf(error), 1));
  }, [error]);
}

export function isFailureVisible(error: unknown): boolean {
  return visibleErrors.includes(error);
}

export function onVisibleFailuresChange(listener: () => void): void {
  listeners.add(listener);
}
