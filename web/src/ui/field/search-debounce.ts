/** The delay between the last key and the search request. */
export const SEARCH_DEBOUNCE_MS = 600;
