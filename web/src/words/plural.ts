/** Polish plural forms: 1 wynik, 2 wyniki, 5 wyników, 1,5 wyniku. */
export type PluralForms = {
  readonly one: string;
  readonly few: string;
  readonly many: string;
  readonly other: string;
};

const rules = new Intl.PluralRules('pl-PL');
const numbers = new Intl.NumberFormat('pl-PL', { useGrouping: 'always' });

function pluralForm(count: number, forms: PluralForms): string {
  const category = rules.select(count);
  return category === 'one' || category === 'few' || category === 'many' ? forms[category] : forms.other;
}

/** `9 812` */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** The number with its noun: `counted(2, transports)` is "2 transporty". */
export function counted(count: number, forms: PluralForms): string {
  return `${formatCount(count)} ${pluralForm(count, forms)}`;
}

export const COUNTED = {
  results: { one: 'wynik', few: 'wyniki', many: 'wyników', other: 'wyniku' },
  transports: { one: 'transport', few: 'transporty', many: 'transportów', other: 'transportu' },
  contracts: { one: 'kontrakt', few: 'kontrakty', many: 'kontraktów', other: 'kontraktu' },
  /** in "w 5 kontraktach" */
  inContracts: { one: 'kontrakcie', few: 'kontraktach', many: 'kontraktach', other: 'kontraktu' },
  allocations: { one: 'alokacja', few: 'alokacje', many: 'alokacji', other: 'alokacji' },
  settlements: { one: 'rozliczenie', few: 'rozliczenia', many: 'rozliczeń', other: 'rozliczenia' },
  people: { one: 'użytkownik', few: 'użytkownicy', many: 'użytkowników', other: 'użytkownika' },
  /** in "i 2 inne" */
  others: { one: 'inny', few: 'inne', many: 'innych', other: 'innego' },
  qualities: { one: 'jakość', few: 'jakości', many: 'jakości', other: 'jakości' },
  characters: { one: 'znak', few: 'znaki', many: 'znaków', other: 'znaku' },
  addresses: { one: 'adres', few: 'adresy', many: 'adresów', other: 'adresu' },
  days: { one: 'dzień', few: 'dni', many: 'dni', other: 'dnia' },
  /** in "za 5 sekund" */
  secondsFrom: { one: 'sekundę', few: 'sekundy', many: 'sekund', other: 'sekundy' },
} as const satisfies Record<string, PluralForms>;
