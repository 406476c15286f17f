import { createContext, useContext } from 'react';

/**
 * The ui folder has no access to users. The application provides the id of the user whose preferences this
 * browser stores.
 */
const PreferencesOwnerContext = createContext('');

export const PreferencesOwnerProvider = PreferencesOwnerContext.Provider;

export function usePreferencesOwner(): string {
  return useContext(PreferencesOwnerContext);
}
