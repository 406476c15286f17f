/** By itself, because it is also told before the code with all other sentences could be loaded. */
export const UNREACHABLE = 'Brak połączenia z serwerem. Sprawdź internet i spróbuj ponownie.';
