import { createContext, useContext } from 'react';

/** The kit knows no users; the application says whose choice of columns it is. */
const PreferencesOwnerContext = createContext('');

export const PreferencesOwnerProvider = PreferencesOwnerContext.Provider;

export function usePreferencesOwner(): string {
  return useContext(PreferencesOwnerContext);
}
