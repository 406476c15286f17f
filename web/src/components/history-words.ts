import type { HistoryEntity, HistoryRow } from '@spichlerz/shared/wire/history';
import { formatAddress } from '../words/address.ts';
import { EMPTY } from '../words/format.ts';
import { HISTORY_FIELDS, type Value } from './history-fields.ts';

/** One line of what changed: a field from old to new, or, without an old value, something to know. */
export type HistoryLine = {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
};
export type HistoryWords = {
  readonly title: string;
  readonly lines: readonly HistoryLine[];
};

/** A history row in Polish. */
export function historyWords(row: HistoryRow): HistoryWords {
  const lines = Object.entries(row.changes).flatMap(([field, change]) => linesOf(row, field, change));
  return { title: ACTIONS[row.entity][row.action] ?? 'Zmieniono dane', lines };
}

const ACTIONS: Readonly<Record<HistoryEntity, Readonly<Record<string, string>>>> = {
  contract: {
    created: 'Dodano kontrakt',
    changed: 'Zmieniono dane kontraktu',
    deleted: 'Usunięto kontrakt',
    statusChanged: 'Zmieniono status kontraktu',
    agreementStatusChanged: 'Zmieniono status umowy',
    ownerChanged: 'Zmieniono opiekuna',
    allocated: 'Zmieniono alokację',
    allocationReleased: 'Zwolniono alokację',
  },
  contractor: {
    created: 'Dodano kontrahenta',
    changed: 'Zmieniono dane kontrahenta',
    deleted: 'Usunięto kontrahenta',
  },
  transport: {
    created: 'Dodano transport',
    changed: 'Zmieniono dane transportu',
    deleted: 'Usunięto transport',
    statusChanged: 'Zmieniono status transportu',
    reopened: 'Otwarto transport ponownie',
    redirected: 'Przekierowano transport',
    freightSettled: 'Rozliczono fracht',
    settlementMoved: 'Przeniesiono rozliczenie',
  },
  settlement: {
    'purchase.released': 'Przekazano zakup do rozliczenia',
    'purchase.settled': 'Rozliczono zakup',
    'purchase.invoiced': 'Zapisano fakturę zakupu',
    'purchase.reopened': 'Otwarto ponownie rozliczenie zakupu',
    'sales.released': 'Przekazano sprzedaż do rozliczenia',
    'sales.settled': 'Zapisano podział sprzedaży',
    'sales.invoiced': 'Zapisano fakturę sprzedaży',
    'sales.reopened': 'Otwarto ponownie rozliczenie sprzedaży',
  },
  user: {
    created: 'Dodano użytkownika',
    changed: 'Zmieniono dane użytkownika',
    addressChanged: 'Zmieniono adres użytkownika',
    passwordReset: 'Ustawiono nowe hasło',
    passwordChanged: 'Zmieniono hasło',
  },
  material: {
    created: 'Dodano surowiec',
    changed: 'Zmieniono surowiec',
    deleted: 'Usunięto surowiec',
    variantCreated: 'Dodano wariant',
    variantChanged: 'Zmieniono nazwę wariantu',
    variantDeleted: 'Usunięto wariant',
    parameterCreated: 'Dodano parametr jakościowy',
    parameterChanged: 'Zmieniono parametr jakościowy',
    parameterDeleted: 'Usunięto parametr jakościowy',
  },
};

type Change = readonly [Value, Value];

function linesOf(row: HistoryRow, field: string, [before, after]: Change): HistoryLine[] {
  const words = LISTS.get(field);
  if (words !== undefined) return listLines(words, itemsOf(before), itemsOf(after));
  const known = HISTORY_FIELDS[row.entity][field];
  // a column that nobody types; the title tells that something changed
  if (known === undefined) return [];
  const name = (value: Value) =>
    typeof value === 'string' || typeof value === 'number' ? row.names[`${field}:${value}`] : undefined;
  const [old, fresh] = [known.show(before, name(before)), known.show(after, name(after))];
  if (old !== fresh) return [{ label: known.label, before: old, after: fresh }];
  // written down on both sides to say what the change is about
  return IS_CONTEXT.has(field) ? [{ label: known.label, before: null, after: fresh }] : [];
}

const IS_CONTEXT = new Set(['contractId']);

/* ---- lists of named entries ---- */

type ListWords = {
  readonly one: string;
  readonly order: string;
  readonly show: (item: Item) => string;
};
type Item = Readonly<Record<string, Value | undefined>>;

const LISTS: ReadonlyMap<string, ListWords> = new Map([
  ['addressList', { one: 'Adres', order: 'Kolejność adresów', show: showAddress }],
  ['contactList', { one: 'Kontakt', order: 'Kolejność kontaktów', show: showContact }],
]);

/** What was added, removed and changed, entry by entry; the order, when it alone is different. */
function listLines(words: ListWords, before: readonly Item[], after: readonly Item[]): HistoryLine[] {
  const old = new Map(before.map((item) => [textOf(item, 'name'), words.show(item)]));
  const fresh = new Map(after.map((item) => [textOf(item, 'name'), words.show(item)]));
  const label = (name: string) => `${words.one} „${name}”`;
  const removed = [...old].filter(([name]) => !fresh.has(name));
  const added = [...fresh].filter(([name]) => !old.has(name));
  const changed = [...fresh].filter(([name, text]) => old.has(name) && old.get(name) !== text);
  const lines = [
    ...removed.map(([name, text]) => ({ label: label(name), before: text, after: null })),
    ...changed.map(([name, text]) => ({ label: label(name), before: old.get(name) ?? null, after: text })),
    ...added.map(([name, text]) => ({ label: label(name), before: null, after: text })),
  ];
  if (lines.length > 0) return lines;
  return [{ label: words.order, before: [...old.keys()].join(', '), after: [...fresh.keys()].join(', ') }];
}

function itemsOf(value: Value): readonly Item[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) ? [item] : [],
  );
}

function showAddress(item: Item): string {
  return formatAddress({
    street: textOf(item, 'street'),
    buildingNumber: textOf(item, 'buildingNumber'),
    postCode: textOf(item, 'postCode'),
    city: textOf(item, 'city'),
    countryCode: textOf(item, 'countryCode'),
  });
}

function showContact(item: Item): string {
  const person = [textOf(item, 'firstName'), textOf(item, 'lastName')]
    .filter((part) => part !== '')
    .join(' ');
  const parts = [person, textOf(item, 'phoneNumber'), textOf(item, 'email')];
  return parts.filter((part) => part !== '').join(', ') || EMPTY;
}

function textOf(item: Item, name: string): string {
  const value = item[name];
  return typeof value === 'string' ? value : '';
}
