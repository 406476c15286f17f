import { createContext, useContext } from 'react';
import { UI_TEXTS } from './texts.ts';

/** What a failure says to a person: a sentence, and the fields to blame, by their path in the form. */
export type Explanation = {
  readonly message: string;
  readonly fields: readonly { readonly path: string; readonly message: string }[];
};

/** The kit knows neither the network nor the catalogue of refusals; the application says how failures read. */
export type Explain = (error: unknown) => Explanation;

const ExplainContext = createContext<Explain>(() => ({ message: UI_TEXTS.unexpected, fields: [] }));

export const ExplainProvider = ExplainContext.Provider;

export function useExplain(): Explain {
  return useContext(ExplainContext);
}
