import type { AuditEntity, AuditEntry, AuditMail } from '@spichlerz/shared/wire/audit-log';
import { formatDateTime } from '../../words/format.ts';
import { AUDIT_FIELDS, type Beside, FIELDS_OF_ACTION, type Value } from './history-fields.ts';
import { type AuditLine, auditListLines } from './history-lists.ts';

export type AuditWords = {
  readonly title: string;
  readonly lines: readonly AuditLine[];
  readonly mails: readonly string[];
};

/** A history row in Polish. */
export function auditWords(row: AuditEntry): AuditWords {
  const lines = Object.entries(row.changes).flatMap(([field, change]) => linesOf(row, field, change));
  const action = OUTCOMES[row.action]?.(row.changes) ?? ACTIONS[row.entity][row.action] ?? 'Zmieniono dane';
  return {
    title: row.subject === null ? action : `${action}: ${row.subject}`,
    lines,
    mails: row.mails.map((mail) => MAILS[mail.status](mail)),
  };
}

const MAILS: Readonly<Record<AuditMail['status'], (mail: AuditMail) => string>> = {
  QUEUED: ({ recipient }) => `Powiadomienie na ${recipient} czeka na wysłanie.`,
  SENT: ({ recipient, sentAt }) => `Powiadomienie na ${recipient} wysłano ${formatDateTime(sentAt)}.`,
  FAILED: ({ recipient, tries, nextTryAt }) =>
    nextTryAt === null
      ? `Powiadomienia na ${recipient} nie wysłano: serwer poczty odrzucił je na stałe.`
      : `Powiadomienia na ${recipient} nie udało się wysłać (liczba prób: ${tries}). Następna próba: ${formatDateTime(nextTryAt)}.`,
};

const ACTIONS: Readonly<Record<AuditEntity, Readonly<Record<string, string>>>> = {
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

type Outcome = (changes: AuditEntry['changes']) => string | undefined;

const paid =
  (title: string): Outcome =>
  ({ status }) =>
    status?.[1] === 'PAID' ? title : undefined;

/** Actions that are told by what they came to: an invoice is entered or paid, an allocation begun, changed or ended. */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
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
  const besides = [besideAt(row, 0), besideAt(row, 1)] as const;
  const lines = auditListLines(field, change, besides);
  if (lines !== undefined) return lines;
  const known = FIELDS_OF_ACTION[row.action]?.[field] ?? AUDIT_FIELDS[row.entity][field];
  // a column that nobody types; the title tells that something changed
  if (known === undefined) return [];
  const name = (value: Value) =>
    typeof value === 'string' || typeof value === 'number' ? row.names[`${field}:${value}`] : undefined;
  const old = known.show(before, name(before), besides[0]);
  const fresh = known.show(after, name(after), besides[1]);
  if (old !== fresh) {
    // what a record began or ended with was nothing before or is nothing now
    const [began, ended] = [/created$/i.test(row.action), /deleted$/i.test(row.action)];
    return [{ label: known.label, before: began ? null : old, after: ended ? null : fresh }];
  }
  // written down on both sides to say what the change is about
  return IS_CONTEXT.has(field) ? [{ label: known.label, before: null, after: fresh }] : [];
}

function besideAt(row: AuditEntry, time: 0 | 1): Beside {
  return (field) => row.changes[field]?.[time];
}

const IS_CONTEXT = new Set(['contractId']);
