/** How long after the last key a search is sent. */
export const SEARCH_DEBOUNCE_MS = 600;
