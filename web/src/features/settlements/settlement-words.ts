/** Why a step is not offered, in the words of that step. */
export const NOT_RELEASED = 'Rozliczyć można dopiero po przekazaniu transportu do rozliczenia.';
export const NOT_MOVABLE = {
  purchase: 'Na inny kontrakt zakupu można przenieść tylko rozliczenie w statusie Do rozliczenia.',
  sales: 'Na inny kontrakt sprzedaży można przenieść tylko rozliczenie w statusie Dostarczone.',
} as const;
export const NOT_INVOICEABLE = {
  purchase: 'Fakturę zakupu można wpisać dopiero po zapisaniu rozliczenia.',
  sales: 'Fakturę sprzedaży można wpisać dopiero po przekazaniu transportu do rozliczenia.',
} as const;

export const NEEDS_CORRECTION = 'do korekty';
export const CORRECTION_WARNING = {
  purchase: 'Do korekty: wysłane rozliczenie mówi o innej ilości niż waga transportu.',
  sales: 'Do korekty: wystawiona faktura opiewa na inną kwotę niż rozliczenie.',
} as const;
export const INVOICE_IS_OUT =
  'Faktura jest już wystawiona. Jeśli kwota się zmieni, rozliczenie będzie do korekty.';

export const PAID_STAYS =
  'Opłaconego rozliczenia nie można już zmieniać. Pomiń je albo najpierw otwórz ponownie.';

export const PRINTED = { purchase: 'Zestawienie rozliczenia', sales: 'Lista dostaw' } as const;
export const NOT_PRINTED =
  'Zestawienie obejmuje rozliczenia wysłane, zafakturowane i opłacone. Odznacz pozostałe.';
export const NONE_TO_PRINT =
  'Zestawienie obejmuje rozliczenia wysłane, zafakturowane i opłacone. Ten kontrakt nie ma jeszcze żadnego.';
export const NOTHING_TO_PRINT = 'Ten kontrakt nie ma jeszcze dostarczonych transportów.';
