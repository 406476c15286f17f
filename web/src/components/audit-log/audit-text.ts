import type { AuditEntity, AuditEntry, AuditMail } from '@spichlerz/shared/wire/audit-log';
import { formatDateTime } from '../../words/format.ts';
import { AUDIT_FIELDS, FIELDS_OF_ACTION, type SiblingLookup, type Value } from './audit-fields.ts';
import { type AuditLine, auditListLines } from './audit-lists.ts';

export type AuditText = {
  readonly title: string;
  readonly lines: readonly AuditLine[];
  readonly mails: readonly string[];
};

/** The Polish text of an audit entry. */
export function auditText(row: AuditEntry): AuditText {
  const lines = Object.entries(row.changes).flatMap(([field, change]) => linesOf(row, field, change));
  const action =
    OUTCOME_TITLES[row.action]?.(row.changes) ?? ACTION_TITLES[row.entity][row.action] ?? 'Zmieniono dane';
  return {
    title: row.subject === null ? action : `${action}: ${row.subject}`,
    lines,
    mails: row.mails.map((mail) => MAIL_SENTENCES[mail.status](mail)),
  };
}

const MAIL_SENTENCES: Readonly<Record<AuditMail['status'], (mail: AuditMail) => string>> = {
  QUEUED: ({ recipient }) => `Powiadomienie na ${recipient} czeka na wysłanie.`,
  SENT: ({ recipient, sentAt }) => `Powiadomienie na ${recipient} wysłano ${formatDateTime(sentAt)}.`,
  FAILED: ({ recipient, tries, nextTryAt }) =>
    nextTryAt === null
      ? `Powiadomienia na ${recipient} nie wysłano: serwer poczty odrzucił je na stałe.`
      : `Powiadomienia na ${recipient} nie udało się wysłać (liczba prób: ${tries}). Następna próba: ${formatDateTime(nextTryAt)}.`,
};

const ACTION_TITLES: Readonly<Record<AuditEntity, Readonly<Record<string, string>>>> = {
  contract: {
    created: 'Dodano kontrakt',
    changed: 'Zmieniono dane kontraktu',
    deleted: 'Usunięto kontrakt',
    statusChanged: 'Zmieniono status kontraktu',
    agreementStatusChanged: 'Zmieniono status umowy',
    ownerChanged: 'Zmieniono opiekuna',
    allocated: 'Zmieniono alokację',
    allocationReleased: 'Zwolniono alokację',
    statementCreated: 'Wystawiono rozliczenie',
    printoutMailed: 'Wysłano wydruk e-mailem',
  },
  contractor: {
    created: 'Dodano kontrahenta',
    changed: 'Zmieniono dane kontrahenta',
    deleted: 'Usunięto kontrahenta',
  },
  transport: {
    created: 'Dodano transport',
    printoutMailed: 'Wysłano wydruk e-mailem',
    changed: 'Zmieniono dane transportu',
    deleted: 'Usunięto transport',
    statusChanged: 'Zmieniono status transportu',
    reopened: 'Otwarto transport ponownie',
    redirected: 'Przekierowano transport',
    freightSettled: 'Rozliczono fracht',
    settlementMoved: 'Przeniesiono rozliczenie',
    unloadingTakenBack: 'Cofnięto wczytanie z listy rozładunków',
  },
  settlement: {
    'purchase.settled': 'Rozliczono zakup',
    'purchase.invoiced': 'Zapisano fakturę zakupu',
    'purchase.moved': 'Przeniesiono rozliczenie zakupu',
    'purchase.takenBack': 'Cofnięto rozliczenie zakupu',
    'purchase.invoiceTakenBack': 'Cofnięto fakturę zakupu',
    'purchase.reopened': 'Otwarto ponownie rozliczenie zakupu',
    'sales.settled': 'Zapisano podział sprzedaży',
    'sales.invoiced': 'Zapisano fakturę sprzedaży',
    'sales.moved': 'Przeniesiono rozliczenie sprzedaży',
    'sales.invoiceTakenBack': 'Cofnięto fakturę sprzedaży',
    'sales.reopened': 'Otwarto ponownie rozliczenie sprzedaży',
  },
  invoice: {
    created: 'Wystawiono korektę',
    changed: 'Zmieniono dane faktury',
    deleted: 'Usunięto korektę',
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
    discountTableCreated: 'Dodano tabelę potrąceń',
    discountTableChanged: 'Zmieniono tabelę potrąceń',
    discountTableDeleted: 'Usunięto tabelę potrąceń',
  },
};

type Outcome = (changes: AuditEntry['changes']) => string | undefined;

const paid =
  (title: string): Outcome =>
  ({ status }) =>
    status?.[1] === 'PAID' ? title : undefined;

/**
 * Titles that depend on the outcome: an invoice is saved or paid, an allocation is created, changed or
 * released.
 */
const OUTCOME_TITLES: Readonly<Record<string, Outcome>> = {
  allocated: ({ openKg }) => {
    if (openKg?.[1] === 0) return 'Zwolniono alokację';
    return openKg?.[0] === 0 ? 'Dodano alokację' : undefined;
  },
  freightSettled: paid('Oznaczono transport jako opłacony'),
  'purchase.invoiced': paid('Oznaczono rozliczenie zakupu jako opłacone'),
  'sales.invoiced': paid('Oznaczono rozliczenie sprzedaży jako opłacone'),
};

type Change = readonly [Value, Value];

function linesOf(row: AuditEntry, field: string, change: Change): readonly AuditLine[] {
  const [before, after] = change;
  const siblings = [siblingLookup(row, 0), siblingLookup(row, 1)] as const;
  const lines = auditListLines(field, change, siblings);
  if (lines !== undefined) return lines;
  const known = FIELDS_OF_ACTION[row.action]?.[field] ?? AUDIT_FIELDS[row.entity][field];
  // A field without a label is not listed, because the title of the entry already describes its change.
  if (known === undefined) return [];
  const name = (value: Value) =>
    typeof value === 'string' || typeof value === 'number' ? row.names[`${field}:${value}`] : undefined;
  const old = known.show(before, name(before), siblings[0]);
  const fresh = known.show(after, name(after), siblings[1]);
  if (old !== fresh) {
    // a created record has no old values, and a deleted record has no new values
    const [began, ended] = [/created$/i.test(row.action), /deleted$/i.test(row.action)];
    return [{ label: known.label, before: began ? null : old, after: ended ? null : fresh }];
  }
  // CONTEXT_FIELDS name the record that the change concerns, so they are shown although their value is
  // unchanged.
  return CONTEXT_FIELDS.has(field) ? [{ label: known.label, before: null, after: fresh }] : [];
}

function siblingLookup(row: AuditEntry, time: 0 | 1): SiblingLookup {
  return (field) => row.changes[field]?.[time];
}

const CONTEXT_FIELDS = new Set(['contractId']);
