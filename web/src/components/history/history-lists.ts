import { formatAddress } from '../../words/address.ts';
import { EMPTY, formatPriceBare, formatTonnes } from '../../words/format.ts';
import type { Value } from './history-fields.ts';

/** One line of what changed: a field from old to new, or, without an old value, something to know. */
export type HistoryLine = {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
};

type Item = Readonly<Record<string, Value | undefined>>;
type ListWords = {
  /** Tells which entry became which. */
  readonly key: (item: Item) => string;
  readonly label: (item: Item) => string;
  readonly show: (item: Item) => string;
  /** An entry among others, where only their order changed. */
  readonly short: (item: Item) => string;
  readonly order: string;
};

const nameOf = (item: Item) => textOf(item, 'name');
const idOf = (item: Item) => JSON.stringify(item['id']);

const LISTS: ReadonlyMap<string, ListWords> = new Map<string, ListWords>([
  [
    'addressList',
    {
      key: nameOf,
      label: (item) => `Adres „${nameOf(item)}”`,
      show: showAddress,
      short: nameOf,
      order: 'Kolejność adresów',
    },
  ],
  [
    'contactList',
    {
      key: nameOf,
      label: (item) => `Kontakt „${nameOf(item)}”`,
      show: showPerson,
      short: nameOf,
      order: 'Kolejność kontaktów',
    },
  ],
  [
    'contacts',
    {
      key: idOf,
      label: () => 'Kontakt',
      show: showContact,
      short: showContact,
      order: 'Kolejność kontaktów',
    },
  ],
  [
    'priceOptions',
    {
      key: idOf,
      label: () => 'Dodatkowa opcja cenowa',
      show: showPriceOption,
      short: showPriceOption,
      order: 'Kolejność opcji cenowych',
    },
  ],
  [
    'qualityOptions',
    {
      key: (item) => (item['id'] === undefined ? textOf(item, 'title') : idOf(item)),
      label: () => 'Jakość',
      show: showQuality,
      short: (item) => textOf(item, 'title'),
      order: 'Kolejność jakości',
    },
  ],
  [
    'options',
    {
      key: numberOf,
      label: (item) => `Opcja rozliczenia ${numberOf(item)}`,
      show: showSaleOption,
      short: showSaleOption,
      order: 'Kolejność opcji rozliczenia',
    },
  ],
]);

/** What was added, removed and changed, entry by entry; undefined for a field that is no list. */
export function historyListLines(
  field: string,
  before: Value,
  after: Value,
): readonly HistoryLine[] | undefined {
  const words = LISTS.get(field);
  return words === undefined ? undefined : linesOf(words, itemsOf(before), itemsOf(after));
}

function linesOf(words: ListWords, before: readonly Item[], after: readonly Item[]): HistoryLine[] {
  const old = new Map(before.map((item) => [words.key(item), item]));
  const fresh = new Map(after.map((item) => [words.key(item), item]));
  const removed = before.filter((item) => !fresh.has(words.key(item)));
  const lines = [
    ...removed.map((item) => ({ label: words.label(item), before: words.show(item), after: null })),
    ...after.flatMap((item) => {
      const was = old.get(words.key(item));
      if (was === undefined) return [];
      const [from, to] = [words.show(was), words.show(item)];
      return from === to ? [] : [{ label: words.label(item), before: from, after: to }];
    }),
    ...after
      .filter((item) => !old.has(words.key(item)))
      .map((item) => ({ label: words.label(item), before: null, after: words.show(item) })),
  ];
  if (lines.length > 0) return lines;
  const order = (items: readonly Item[]) => items.map(words.short).join(', ');
  return [{ label: words.order, before: order(before), after: order(after) }];
}

function itemsOf(value: Value | undefined): readonly Item[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    // qualities were once told by their titles alone
    if (typeof item === 'string') return [{ title: item }];
    return typeof item === 'object' && item !== null && !Array.isArray(item) ? [item] : [];
  });
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

function showPerson(item: Item): string {
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

function showQuality(item: Item): string {
  const values = itemsOf(item['values']).map((value) => {
    const written = textOf(value, 'value');
    return `${textOf(value, 'name')}: ${YES_NO.get(written) ?? written.replace(KEPT_NUMBER, '$1,$2')}`;
  });
  return values.length > 0 ? `${textOf(item, 'title')} (${values.join('; ')})` : textOf(item, 'title');
}

/** With a point, which people do not write. */
const KEPT_NUMBER = /^(-?\d+)\.(\d+)$/;

const YES_NO = new Map([
  ['true', 'tak'],
  ['false', 'nie'],
]);

function showContact(item: Item): string {
  return textOf(item, 'contact');
}

/** Of what a sale was split into, as people count. */
function numberOf(item: Item): string {
  return String(Number(item['position']) + 1);
}

function showSaleOption(item: Item): string {
  const price = formatPriceBare(Number(item['priceMinorPerTonne']));
  return `${formatTonnes(Number(item['quantityKg']))} po ${price} za tonę, ${textOf(item, 'quality')}`;
}

/** The currency is the contract's own and no part of the change. */
function showPriceOption(item: Item): string {
  const price = `${formatPriceBare(Number(item['priceMinorPerTonne']))} za tonę, ${textOf(item, 'quality')}`;
  return item['attachToContract'] === true ? `${price} (w załączniku do umowy)` : price;
}
