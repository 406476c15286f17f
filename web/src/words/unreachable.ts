/**
 * In a file of its own, because this sentence must be available when the code with all other sentences cannot
 * be loaded.
 */
export const UNREACHABLE = 'Brak połączenia z serwerem. Sprawdź internet i spróbuj ponownie.';
