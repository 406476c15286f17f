import { createContext, useContext } from 'react';

/** The ui folder has no access to users; the application provides the user's id for column preferences. */
const PreferencesOwnerContext = createContext('');

export const PreferencesOwnerProvider = PreferencesOwnerContext.Provider;

export function usePreferencesOwner(): string {
  return useContext(PreferencesOwnerContext);
}
