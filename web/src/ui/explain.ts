import { createContext, useContext } from 'react';
import { UI_TEXTS } from './texts.ts';

/** An error as text for the user: a sentence, and messages of single fields by their path in the form. */
export type Explanation = {
  readonly message: string;
  readonly fields: readonly { readonly path: string; readonly message: string }[];
};

/** The ui folder knows neither the network nor the error codes; the application provides this function. */
export type Explain = (error: unknown) => Explanation;

const ExplainContext = createContext<Explain>(() => ({ message: UI_TEXTS.unexpected, fields: [] }));

export const ExplainProvider = ExplainContext.Provider;

export function useExplain(): Explain {
  return useContext(ExplainContext);
}
