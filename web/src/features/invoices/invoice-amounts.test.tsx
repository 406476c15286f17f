import { keysToSnake } from '@spichlerz/shared/wire/case';
import type { InvoiceRecord } from '@spichlerz/shared/wire/invoices';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { invoiceQuery } from '../../api/invoices.ts';
import { errorReply, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { useInvoicePayment } from './use-invoice-payment.ts';

/* The amounts in the dialogs of an invoice include its corrections, which are paid together with the invoice
   (customer invoices.md, "Correction"). */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const INVOICE = {
  id: 5,
  kind: 'PURCHASE',
  number: 'FV 226/10/2026',
  contractor: { id: 3, name: 'Rola' },
  issueDate: '2026-10-20',
  dueDate: '2026-11-03',
  ksefNumber: null,
  transportCount: 1,
  quantity: 36_000,
  amount: 3_188_880,
  currency: 'PLN',
  isPaid: false,
  corrects: null,
  version: 4,
  note: null,
  transports: [
    {
      transportId: 7,
      registrationNumber: 'PO 12345',
      quantity: 36_000,
      amount: 3_188_880,
      status: 'INVOICE',
      contract: { id: 1, documentNumber: 'Z/1' },
    },
  ],
  corrections: [],
} satisfies InvoiceRecord;
const CORRECTION = { ...INVOICE, id: 6, number: 'KOR/1', transportCount: 0, quantity: 0, amount: -88_880 };
const CORRECTED: InvoiceRecord = { ...INVOICE, corrections: [CORRECTION] };

const textOf = (element: HTMLElement) => (element.textContent ?? '').replaceAll(/\s/g, ' ');

async function correctBy(invoice: InvoiceRecord, difference: string): Promise<string> {
  stubApi(() => errorReply(503, 'MISSING_DATABASE'));
  renderInApp(
    () => <CorrectionDialog invoice={INVOICE} onClose={() => undefined} />,
    (client) => client.setQueryData(invoiceQuery(INVOICE.id).queryKey, invoice),
  );
  await userEvent.click(await screen.findByLabelText(/^Różnica kwoty/));
  await userEvent.paste(difference);
  await userEvent.tab();
  return textOf(await screen.findByText(/opiewa na .* z tą korektą na/));
}

test('the dialog of a correction shows the amount that the invoice has after the correction', async () => {
  expect(await correctBy(INVOICE, '100')).toBe(
    'Faktura opiewa na 31 888,80 zł, z tą korektą na 31 988,80 zł.',
  );
});

test('the dialog of a second correction includes the first correction in the amount of the invoice', async () => {
  expect(await correctBy(CORRECTED, '100')).toBe(
    'Faktura z dotychczasowymi korektami opiewa na 31 000 zł, z tą korektą na 31 100 zł.',
  );
});

const NEGATIVE = /kwotę ujemną/;

test('a correction that makes the amount of the invoice negative has a warning', async () => {
  await correctBy(CORRECTED, '-31000');
  expect(screen.queryByText(NEGATIVE)).toBeNull();
  cleanup();
  await correctBy(CORRECTED, '-31100');
  expect(textOf(screen.getByText(NEGATIVE))).toBe(
    'Faktura na 31 888,80 zł będzie miała po korektach kwotę ujemną: −100 zł. Sprawdź różnicę kwoty.',
  );
});

test('for a paid invoice, the dialog of a correction states that the correction becomes paid at once', async () => {
  const sentence = /^Faktura jest opłacona, więc korekta od razu będzie opłacona\./;
  const open = (invoice: InvoiceRecord) => {
    stubApi(() => errorReply(503, 'MISSING_DATABASE'));
    renderInApp(
      () => <CorrectionDialog invoice={invoice} onClose={() => undefined} />,
      (client) => client.setQueryData(invoiceQuery(INVOICE.id).queryKey, invoice),
    );
  };
  open({ ...INVOICE, isPaid: true });
  expect(await screen.findByText(sentence)).toBeTruthy();
  cleanup();
  open(INVOICE);
  await screen.findByLabelText(/^Nr korekty/);
  expect(screen.queryByText(sentence)).toBeNull();
});

test('the dialog of an invoice warns about a due date before the issue date', async () => {
  const open = (invoice: InvoiceRecord) => {
    stubApi(() => errorReply(503, 'MISSING_DATABASE'));
    renderInApp(
      () => <InvoiceDialog invoice={INVOICE} onClose={() => undefined} />,
      (client) => client.setQueryData(invoiceQuery(INVOICE.id).queryKey, invoice),
    );
  };
  open({ ...INVOICE, dueDate: '2026-10-19' });
  expect(await screen.findByText(/^Termin płatności 19\/10\/2026 jest wcześniejszy/)).toBeTruthy();
  cleanup();
  open(INVOICE);
  await screen.findByLabelText(/^Termin płatności/);
  expect(screen.queryByText(/jest wcześniejszy/)).toBeNull();
});

function PayButton() {
  const pay = useInvoicePayment();
  return (
    <button type="button" onClick={() => pay(INVOICE)}>
      Zapłać
    </button>
  );
}

/** Pays an invoice. Returns the text of the confirmation and the body of the payment request. */
async function payInvoice(invoice: InvoiceRecord) {
  const sent = stubApi(({ method }) => successReply(method === 'GET' ? keysToSnake(invoice) : { rows: [] }));
  renderInApp(() => <PayButton />);
  await userEvent.click(await screen.findByText('Zapłać'));
  const confirmation = textOf(await screen.findByText(/^Faktura FV 226/));
  const [confirm] = await screen.findAllByText('Oznacz jako opłaconą');
  await userEvent.click(confirm?.closest('button') ?? document.body);
  await screen.findByText('Oznaczono fakturę jako opłaconą');
  return { confirmation, body: sent.find(({ method }) => method === 'POST')?.body };
}

test.each([
  [
    'the amount of an invoice without corrections',
    INVOICE,
    'Faktura FV 226/10/2026, 1 transport, 31 888,80 zł.',
  ],
  [
    'the amount of an invoice with its corrections',
    CORRECTED,
    'Faktura FV 226/10/2026, 1 transport, do zapłaty 31 000 zł: kwota faktury 31 888,80 zł, korekty −888,80 zł.',
  ],
  [
    'the unpaid amount of a partly paid invoice',
    {
      ...CORRECTED,
      amount: 4_188_880,
      transports: [
        ...INVOICE.transports,
        { ...INVOICE.transports[0], amount: 1_000_000, status: 'PAID' },
      ] as InvoiceRecord['transports'],
    },
    'Faktura FV 226/10/2026, 1 transport, do zapłaty 31 000 zł: kwota faktury 41 888,80 zł, korekty −888,80 zł, opłacono już 10 000 zł.',
  ],
] as const)('the confirmation of a payment names %s', async (_name, invoice, expected) => {
  const { confirmation } = await payInvoice(invoice);
  expect(confirmation).toBe(`${expected} Rozliczenia tych transportów nie będą edytowalne.`);
});

test('a payment sends the version of the invoice at the time of the confirmation', async () => {
  const { body } = await payInvoice({ ...CORRECTED, version: 9 });
  expect(body).toEqual({ version: 9 });
});

test.each([
  ['INVOICE', 'Numer, daty i numer KSeF zmienią się na wszystkich: 2 transporty.'],
  ['PAID', 'Numer KSeF zmieni się na wszystkich: 2 transporty.'],
] as const)(
  'the dialog of an invoice with a transport in status %s names the fields that a save changes on every transport',
  async (status, sentence) => {
    const [line] = INVOICE.transports;
    if (line === undefined) throw new Error('The invoice has no transport');
    const invoice = { ...INVOICE, transports: [line, { ...line, transportId: 8, status }] };
    stubApi(() => successReply(keysToSnake(invoice)));
    renderInApp(
      () => <InvoiceDialog invoice={INVOICE} onClose={() => undefined} />,
      (client) => client.setQueryData(invoiceQuery(INVOICE.id).queryKey, invoice),
    );
    expect(textOf(await screen.findByText(/się na wszystkich/))).toBe(sentence);
  },
);
