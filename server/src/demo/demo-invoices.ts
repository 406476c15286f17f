import { crc8 } from '@spichlerz/shared/domain/ksef-number';
import { correctInvoice as correctCall } from '@spichlerz/shared/wire/invoices';
import { correctInvoice } from '../modules/invoices/correction-commands.ts';
import { addDays, earlier, later } from './demo-days.ts';
import type { CreatedTransport } from './demo-transports.ts';
import { bodyOf, type SeedContext } from './seed-context.ts';

export type DemoInvoiceKind = 'purchase' | 'sales' | 'freight';
export type DemoInvoice = {
  readonly number: string;
  readonly issueDate: string;
  readonly paymentDate: string | undefined;
  readonly ksefNumber: string | undefined;
};

type Issuer = {
  /** Identifies a contractor, or a carrier by its name. Transports with the same key can share an invoice. */
  readonly key: string;
  readonly nip: string | null;
  /** Whether the company itself issues the invoice, as for flat-rate farmers. */
  readonly isRr: boolean;
};
type Issuers = Readonly<Record<DemoInvoiceKind, (transport: CreatedTransport) => Issuer>>;

/** The NIP of the demo company, with a true checksum. */
const COMPANY_NIP = '7771230003';
const MAX_TRANSPORTS: Readonly<Record<DemoInvoiceKind, number>> = { purchase: 6, sales: 6, freight: 10 };
const PREFIX: Readonly<Record<DemoInvoiceKind, string>> = { purchase: 'FV', sales: 'FS', freight: 'FT' };
/** The day from which KSeF is obligatory; earlier invoices have no KSeF number. */
const KSEF_SINCE = '2026-02-01';
const PAYMENT_DAYS = [14, 21, 30] as const;

/**
 * Returns the invoice of a transport. Transports of one issuer, currency, status and half of a month share one
 * invoice, up to MAX_TRANSPORTS.
 */
export type InvoiceOf = (
  kind: DemoInvoiceKind,
  transport: CreatedTransport,
  status: 'INVOICE' | 'PAID',
) => DemoInvoice;

export async function createInvoiceBook(context: SeedContext): Promise<InvoiceOf> {
  const issuers = await findIssuers(context);
  const open = new Map<string, { invoice: DemoInvoice; transports: number }>();
  let created = 0;
  return (kind, transport, status) => {
    const issuer = issuers[kind](transport);
    const periodEnd = endOfHalfMonth(transport.dateUnloading);
    const currency =
      kind === 'freight' ? 'PLN' : { purchase: transport.purchase, sales: transport.sale }[kind].currency;
    const key = [kind, issuer.key, currency, periodEnd, status].join('|');
    const known = open.get(key);
    if (known !== undefined && known.transports < MAX_TRANSPORTS[kind]) {
      known.transports += 1;
      return known.invoice;
    }
    created += 1;
    const issueDate = earlier(later(periodEnd, transport.dateUnloading), context.today);
    const invoice: DemoInvoice = {
      number: `${issuer.isRr ? 'RR' : PREFIX[kind]} ${created}/${issueDate.slice(5, 7)}/${issueDate.slice(0, 4)}`,
      issueDate,
      // a supplier's invoice sometimes arrives without a due date
      paymentDate:
        kind === 'purchase' && status === 'INVOICE' && created % 9 === 0
          ? undefined
          : addDays(issueDate, PAYMENT_DAYS[created % PAYMENT_DAYS.length] ?? PAYMENT_DAYS[0]),
      ksefNumber: ksefNumberFor(issuer, issueDate, created),
    };
    open.set(key, { invoice, transports: 1 });
    return invoice;
  };
}

function endOfHalfMonth(day: string): string {
  const month = day.slice(0, 7);
  if (day <= `${month}-15`) return `${month}-15`;
  const nextMonth = addDays(`${month}-28`, 4).slice(0, 7);
  return addDays(`${nextMonth}-01`, -1);
}

/**
 * Returns undefined for invoices before KSEF_SINCE, for RR invoices and for issuers without a NIP. Of all other
 * invoices, some get undefined, as if the number was not entered yet, and some get OFF, as in an outage of
 * KSeF.
 */
function ksefNumberFor({ nip, isRr }: Issuer, issueDate: string, serial: number): string | undefined {
  if (issueDate < KSEF_SINCE || isRr || nip === null || serial % 5 === 0) return undefined;
  if (serial % 23 === 0) return 'OFF';
  const checked = `${nip}-${issueDate.replaceAll('-', '')}-${serial.toString(16).toUpperCase().padStart(12, '0')}`;
  return `${checked}-${crc8(checked).toString(16).toUpperCase().padStart(2, '0')}`;
}

async function findIssuers({ tx }: SeedContext): Promise<Issuers> {
  const contracts = await tx
    .selectFrom('contract as c')
    .innerJoin('contractor as r', 'r.id', 'c.contractor_id')
    .select(['c.id', 'r.id as contractorId', 'r.nip', 'r.accounting_method'])
    .execute();
  const contractors = new Map(contracts.map((row) => [row.id, row]));
  const carriers = await tx
    .selectFrom('transport as t')
    .leftJoin('contractor as r', 'r.id', 't.carrier_id')
    .select(['t.id', 't.carrier_name as name', 'r.nip'])
    .execute();
  const carrierOf = new Map(carriers.map((row) => [row.id, row]));
  return {
    purchase: ({ purchase }) => {
      const supplier = contractors.get(purchase.id);
      return {
        key: String(supplier?.contractorId),
        nip: supplier?.nip ?? null,
        isRr: supplier?.accounting_method === 'RR',
      };
    },
    sales: ({ sale }) => ({
      key: String(contractors.get(sale.id)?.contractorId),
      nip: COMPANY_NIP,
      isRr: false,
    }),
    freight: ({ id }) => {
      const carrier = carrierOf.get(id);
      return { key: carrier?.name ?? '', nip: carrier?.nip ?? null, isRr: false };
    },
  };
}

/** Corrects one sales invoice of several transports, as after a complaint. */
export async function correctDemoInvoice({ tx, today, traders }: SeedContext): Promise<void> {
  const invoice = await tx
    .selectFrom('invoice')
    .where('kind', '=', 'SALES')
    .where('unpaid_count', '>', 0)
    .where('transport_count', '>', 1)
    .orderBy('id')
    .select(['id', 'number', 'amount_minor'])
    .executeTakeFirstOrThrow();
  const body = bodyOf(correctCall, {
    number: `${invoice.number}/K`,
    issueDate: addDays(today, -1),
    amountDifference: -Math.round(invoice.amount_minor / 100),
    reason: 'Rabat za wilgotność uzgodniony po wystawieniu faktury.',
  });
  await correctInvoice(tx, traders[0], invoice.id, body);
}
