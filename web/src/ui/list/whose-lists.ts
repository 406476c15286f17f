import { createContext, useContext } from 'react';

/** The kit knows no users; the application says whose choice of columns it is. */
const WhoseListsContext = createContext('');

export const WhoseListsProvider = WhoseListsContext.Provider;

export function useWhoseLists(): string {
  return useContext(WhoseListsContext);
}
