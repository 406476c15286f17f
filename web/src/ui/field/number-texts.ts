/**
 * Notes on typed and pasted numbers. They are not in UI_TEXTS, because lists load UI_TEXTS but no number
 * fields.
 */
export const NUMBER_TEXTS = {
  raisedTo: (value: string) => `Zmieniono na najmniejszą dozwoloną wartość: ${value}.`,
  loweredTo: (value: string) => `Zmieniono na największą dozwoloną wartość: ${value}.`,
  keyRejected: (key: string) => `Pominięto „${key}”: tu pasuje tylko liczba.`,
  pasteRejected: 'Nie wklejono: to nie jest liczba, która tu pasuje.',
  pasteUnclear: 'Nie wklejono: nie wiadomo, czy to tysiące, czy ułamek. Wpisz tę liczbę.',
  decimalsCut: (places: number) =>
    places === 0
      ? 'Pominięto cyfry po przecinku: tu pasuje tylko liczba całkowita.'
      : `Pominięto dalsze cyfry: tu mieszczą się ${places} miejsca po przecinku.`,
} as const;
