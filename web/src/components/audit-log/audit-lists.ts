import { formatAddress } from '@spichlerz/shared/words/address';
import { EMPTY, formatPriceWithoutUnit, formatTonnes } from '@spichlerz/shared/words/figures';
import { inCurrency, type SiblingLookup, type Value } from './audit-fields.ts';

/** A changed field. `before` is null if there is no old value, `after` is null if there is no new value. */
export type AuditLine = {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
};

type Item = Readonly<Record<string, Value | undefined>>;
type ListDescription = {
  /** Identifies an item before and after the change. */
  readonly key: (item: Item) => string;
  readonly label: (item: Item) => string;
  readonly show: (item: Item, sibling: SiblingLookup) => string;
  /** The short name of the item, for the line that shows a changed order of the list. */
  readonly short: (item: Item, sibling: SiblingLookup) => string;
  readonly order: string;
};

const nameOf = (item: Item) => textOf(item, 'name');
const idOf = (item: Item) => JSON.stringify(item['id']);

const LISTS: ReadonlyMap<string, ListDescription> = new Map<string, ListDescription>([
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
      show: showContactDetails,
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

/** The added, removed and changed items of a list field; undefined for other fields. */
export function auditListLines(
  field: string,
  [before, after]: readonly [Value, Value],
  [siblingBefore, siblingAfter]: readonly [SiblingLookup, SiblingLookup],
): readonly AuditLine[] | undefined {
  const list = LISTS.get(field);
  if (list === undefined) return undefined;
  return linesOf(list.order, entriesOf(list, before, siblingBefore), entriesOf(list, after, siblingAfter));
}

type Entry = { readonly key: string; readonly label: string; readonly shown: string; readonly short: string };

function entriesOf(
  { key, label, show, short }: ListDescription,
  value: Value,
  sibling: SiblingLookup,
): readonly Entry[] {
  return itemsOf(value).map((item) => ({
    key: key(item),
    label: label(item),
    shown: show(item, sibling),
    short: short(item, sibling),
  }));
}

function linesOf(order: string, before: readonly Entry[], after: readonly Entry[]): AuditLine[] {
  const old = new Map(before.map((entry) => [entry.key, entry]));
  const fresh = new Set(after.map(({ key }) => key));
  const lines = [
    ...before
      .filter(({ key }) => !fresh.has(key))
      .map(({ label, shown }) => ({ label, before: shown, after: null })),
    ...after.flatMap(({ key, label, shown }) => {
      const was = old.get(key);
      return was === undefined || was.shown === shown ? [] : [{ label, before: was.shown, after: shown }];
    }),
    ...after
      .filter(({ key }) => !old.has(key))
      .map(({ label, shown }) => ({ label, before: null, after: shown })),
  ];
  if (lines.length > 0) return lines;
  const inOrder = (entries: readonly Entry[]) => entries.map(({ short }) => short).join(', ');
  return [{ label: order, before: inOrder(before), after: inOrder(after) }];
}

function itemsOf(value: Value | undefined): readonly Item[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    // in old entries, a list of quality options contains only their titles
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

function showContactDetails(item: Item): string {
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
    return `${textOf(value, 'name')}: ${YES_NO.get(written) ?? written.replace(STORED_NUMBER, '$1,$2')}`;
  });
  return values.length > 0 ? `${textOf(item, 'title')} (${values.join('; ')})` : textOf(item, 'title');
}

/** A number is stored with a decimal point and shown with a comma. */
const STORED_NUMBER = /^(-?\d+)\.(\d+)$/;

const YES_NO = new Map([
  ['true', 'tak'],
  ['false', 'nie'],
]);

function showContact(item: Item): string {
  return textOf(item, 'contact');
}

/** The number of a sale option, counted from 1. */
function numberOf(item: Item): string {
  return String(Number(item['position']) + 1);
}

function showSaleOption(item: Item, sibling: SiblingLookup): string {
  return `${formatTonnes(Number(item['quantityKg']))} po ${priceOf(item, sibling)} za tonę, ${textOf(item, 'quality')}`;
}

function showPriceOption(item: Item, sibling: SiblingLookup): string {
  const price = `${priceOf(item, sibling)} za tonę, ${textOf(item, 'quality')}`;
  return item['attachToContract'] === true ? `${price} (w załączniku do umowy)` : price;
}

function priceOf(item: Item, sibling: SiblingLookup): string {
  return inCurrency(formatPriceWithoutUnit(Number(item['priceMinorPerTonne'])), sibling('currency'));
}
