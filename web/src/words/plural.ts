import type { ContractUsage } from '@spichlerz/shared/wire/usage';
import { contractNumber } from '@spichlerz/shared/words/contract-number';
import { formatTonnes, numberFormat } from '@spichlerz/shared/words/figures';

/** Polish plural forms: 1 wynik, 2 wyniki, 5 wyników, 1,5 wyniku. */
export type PluralForms = {
  readonly one: string;
  readonly few: string;
  readonly many: string;
  readonly other: string;
};

const rules = new Intl.PluralRules('pl-PL');

function pluralForm(count: number, forms: PluralForms): string {
  const category = rules.select(count);
  return category === 'one' || category === 'few' || category === 'many' ? forms[category] : forms.other;
}

/** `9 812` */
export const formatCount = numberFormat();

/** The number with its noun: `counted(2, transports)` is "2 transporty". */
export function counted(count: number, forms: PluralForms): string {
  return `${formatCount(count)} ${pluralForm(count, forms)}`;
}

export const NOUN_FORMS = {
  results: { one: 'wynik', few: 'wyniki', many: 'wyników', other: 'wyniku' },
  transports: { one: 'transport', few: 'transporty', many: 'transportów', other: 'transportu' },
  /** in "obejmuje też 2 inne transporty" */
  otherTransports: {
    one: 'inny transport',
    few: 'inne transporty',
    many: 'innych transportów',
    other: 'innego transportu',
  },
  contracts: { one: 'kontrakt', few: 'kontrakty', many: 'kontraktów', other: 'kontraktu' },
  /** in "w 5 kontraktach" */
  inContracts: { one: 'kontrakcie', few: 'kontraktach', many: 'kontraktach', other: 'kontraktu' },
  allocations: { one: 'alokacja', few: 'alokacje', many: 'alokacji', other: 'alokacji' },
  settlements: { one: 'rozliczenie', few: 'rozliczenia', many: 'rozliczeń', other: 'rozliczenia' },
  mails: { one: 'e-mail', few: 'e-maile', many: 'e-maili', other: 'e-maila' },
  people: { one: 'użytkownik', few: 'użytkownicy', many: 'użytkowników', other: 'użytkownika' },
  /** in "i 2 inne" */
  others: { one: 'inny', few: 'inne', many: 'innych', other: 'innego' },
  qualities: { one: 'jakość', few: 'jakości', many: 'jakości', other: 'jakości' },
  characters: { one: 'znak', few: 'znaki', many: 'znaków', other: 'znaku' },
  /** in "i 2 dodatkowe opcje cenowe" */
  priceOptions: {
    one: 'dodatkowa opcja cenowa',
    few: 'dodatkowe opcje cenowe',
    many: 'dodatkowych opcji cenowych',
    other: 'dodatkowej opcji cenowej',
  },
  addresses: { one: 'adres', few: 'adresy', many: 'adresów', other: 'adresu' },
  days: { one: 'dzień', few: 'dni', many: 'dni', other: 'dnia' },
  /** in "za 5 sekund" */
  secondsFrom: { one: 'sekundę', few: 'sekundy', many: 'sekund', other: 'sekundy' },
} as const satisfies Record<string, PluralForms>;

/** `3 kontrakty, razem 250,000 t`; takes the kilograms of each record. */
export function countedTonnes(kilograms: readonly number[], forms: PluralForms): string {
  const all = kilograms.reduce((sum, kg) => sum + kg, 0);
  return `${counted(kilograms.length, forms)}, razem ${formatTonnes(all)}`;
}

/**
 * `2 kontrakty: Z/2026/0002 i Z/2026/0001`, with `i 4 inne` for further contracts; null when no contract uses
 * the record.
 */
export function usageText({ count, first }: ContractUsage): string | null {
  if (count === 0) return null;
  const numbers = first.map(contractNumber);
  const rest = count - numbers.length;
  const named = rest > 0 ? [...numbers, counted(rest, NOUN_FORMS.others)] : numbers;
  return `${counted(count, NOUN_FORMS.contracts)}: ${joinWithAnd(named)}`;
}

/** `a, b i c` */
export function joinWithAnd(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} i ${last}` : last;
}
