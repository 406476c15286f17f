/**
 * In a file of its own, because the sentence is needed when the code with the other sentences cannot be
 * loaded.
 */
export const UNREACHABLE = 'Brak połączenia z serwerem. Sprawdź internet i spróbuj ponownie.';
