import type { SettlementStatus } from '@spichlerz/shared/domain/settlement';
import { SIDES, type Side } from '@spichlerz/shared/domain/side';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { formatDate, todayInWarsaw } from '@spichlerz/shared/words/figures';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { invoiceCheckQuery } from '../../api/invoices.ts';
import { stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { makeSettlementRow } from '../../testing/rows.ts';
import { JointInvoiceDialog } from './joint-invoice-dialog.tsx';
import { SettlementDialogs } from './settlement-dialogs.tsx';
import { invoiceSchema, SettlementInvoiceDialog, saveInvoice } from './settlement-invoice-dialog.tsx';
import { type SettlementRow, whyNotEnterInvoice } from './settlement-row.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TYPED = {
  invoiceNumber: 'F/7',
  issueDate: '',
  deliverDate: '2026-09-02',
  paymentDate: '',
  ksefNumber: '',
  details: '',
  isPaid: false,
};
const invalidFields = (typed: object) =>
  invoiceSchema.safeParse({ ...TYPED, ...typed }).error?.issues.map(({ path }) => path.join('.')) ?? [];

test('an invoice requires a number and a delivery date; a paid invoice requires a due date, too', () => {
  expect(invalidFields({})).toEqual([]);
  expect(invalidFields({ invoiceNumber: '', deliverDate: '' })).toEqual(['invoiceNumber', 'deliverDate']);
  expect(invalidFields({ ksefNumber: '5265877635' })).toEqual(['ksefNumber']);
  expect(invalidFields({ isPaid: true })).toEqual(['paymentDate']);
  expect(invalidFields({ isPaid: true, paymentDate: '2026-10-02' })).toEqual([]);
});

const ksefSentences = (ksefNumber: string) =>
  invoiceSchema.safeParse({ ...TYPED, ksefNumber }).error?.issues.map(({ message }) => message);

test('an invalid KSeF number has exactly one error, which states the reason', () => {
  expect(ksefSentences('5265877635')).toEqual([expect.stringMatching(/^Wpisz numer KSeF w postaci /)]);
  expect(ksefSentences('5265877635-20250826-0100001AF629-AE')).toEqual([
    'Suma kontrolna numeru KSeF się nie zgadza. Sprawdź, czy numer jest poprawny.',
  ]);
  expect(ksefSentences('5265877635-20250230-0100001AF629-AF')).toEqual([
    expect.stringMatching(/^Data w numerze KSeF .* nie istnieje/),
  ]);
  expect(ksefSentences('5265877635-20250826-0100001af629-af')).toBeUndefined();
});

test.each(SIDES)('an invoice of the %s side is sent with the field names of that side', async (side) => {
  const sent = stubApi(() => successReply(true));
  await saveInvoice[side](9, {
    status: 'PAID',
    invoiceNumber: 'F/7',
    deliverDate: '2026-09-02',
    paymentDate: '2026-10-02',
    issueDate: '2026-09-01',
    ksefNumber: 'BFK',
    details: 'Przelew',
    version: 3,
  });
  expect(sent.map(({ body }) => body)).toEqual([
    {
      settlement_id: 9,
      [`${side}_settlement_status`]: 'PAID',
      [`${side}_invoice_number`]: 'F/7',
      [`${side}_deliver_date`]: '2026-09-02',
      [`${side}_payment_date`]: '2026-10-02',
      [`${side}_invoice_date`]: '2026-09-01',
      [`${side}_ksef_number`]: 'BFK',
      details: 'Przelew',
      version: 3,
    },
  ]);
});

const row = (status: SettlementStatus) =>
  makeSettlementRow({ purchaseSettlementStatus: status, salesSettlementStatus: status });

test.each(SIDES)('an invoice of the %s side cannot be entered for a delivered or paid settlement', (side) => {
  expect(whyNotEnterInvoice(side, row('PAID'))).toMatch(/^Opłaconego rozliczenia/);
  expect(whyNotEnterInvoice(side, row('DELIVERED'))).toMatch(/^Fakturę/);
  expect(whyNotEnterInvoice(side, row('INVOICE'))).toBeNull();
});

/** A settled transport whose delivery dates differ from the unloading date. */
const SETTLED = makeSettlementRow({
  purchaseSettlementStatus: 'SETTLED',
  purchaseDeliverDate: '2026-09-03',
  salesDeliverDate: '2026-09-04',
  purchaseInvoiceNumber: 'FZ/1',
  salesInvoiceNumber: 'FS/1',
  purchaseKsefNumber: 'OFF',
  salesKsefNumber: 'OFF',
});
const OWN = { purchase: ['FZ/1', '03/09/2026'], sales: ['FS/1', '04/09/2026'] } as const;

const valueOf = async (label: RegExp) => (await screen.findByLabelText<HTMLInputElement>(label)).value;

const NO_WARNINGS = {
  joined: null,
  corrections: null,
  deletedCorrections: [],
  sellerNip: null,
  ksefNumberUsedBy: null,
  numberUsedBy: null,
  isCorrectionNumber: false,
};

function renderInvoice(side: Side, row: SettlementRow) {
  const contract = { currency: 'PLN', rawMaterialId: 1 } as ContractRecord;
  renderInApp(() => (
    <SettlementInvoiceDialog
      side={side}
      row={row}
      current={row}
      contract={contract}
      onClose={() => undefined}
    />
  ));
}

function openInvoice(side: Side, of: Partial<SettlementRow> = {}, result: object = NO_WARNINGS) {
  stubApi(() => successReply(result));
  renderInvoice(side, { ...SETTLED, ...of });
}

test.each(SIDES)('the form of an invoice of the %s side has the stored values of that side', async (side) => {
  openInvoice(side);
  expect([await valueOf(/^Nr faktury/), await valueOf(/^Data dostawy/)]).toEqual(OWN[side]);
  expect(await valueOf(/^Termin płatności/)).toBe('');
  expect(await valueOf(/^Nr KSeF/)).toBe('OFF');
});

test('the due date of a new invoice is computed from the payment term of the contract and the typed issue date', async () => {
  openInvoice('purchase', { contractPaymentDays: 14 });
  expect(await valueOf(/^Termin płatności/)).toBe('17/09/2026');
  await userEvent.click(await screen.findByLabelText(/^Data wystawienia/));
  await userEvent.paste('10/09/2026');
  await userEvent.tab();
  await waitFor(async () => expect(await valueOf(/^Termin płatności/)).toBe('24/09/2026'));
});

test('the form of an invoice that was saved without a due date proposes no due date', async () => {
  openInvoice('sales', { contractPaymentDays: 14, salesSettlementStatus: 'INVOICE' });
  expect(await valueOf(/^Termin płatności/)).toBe('');
});

test('a joint invoice proposes the latest due date of its transports; a new issue date changes the proposal', async () => {
  const row = { ...SETTLED, id: 1, transportId: 1, contractPaymentDays: 14 };
  const rows = [row, { ...row, id: 2, transportId: 2, contractPaymentDays: 21 }];
  const ignore = vi.fn<() => void>();
  stubApi(() => successReply(NO_WARNINGS));
  renderInApp(() => <JointInvoiceDialog side="sales" rows={rows} onClose={ignore} onDone={ignore} />);
  expect(await valueOf(/^Termin płatności/)).toBe('25/09/2026');
  await userEvent.click(await screen.findByLabelText(/^Data wystawienia/));
  await userEvent.paste('10/09/2026');
  await userEvent.tab();
  await waitFor(async () => expect(await valueOf(/^Termin płatności/)).toBe('01/10/2026'));
});

test('the number field names the paid invoice as the reason why the save was rejected', async () => {
  const row = { ...SETTLED, salesSettlementStatus: 'INVOICE' as const, salesPaymentDate: '2026-10-02' };
  const fields = [{ path: 'sales_invoice_number', code: 'WRONG_STATUS' }];
  stubApi(({ method, url }) =>
    method === 'GET' || url === '/invoice/check'
      ? successReply(NO_WARNINGS)
      : Response.json({ success: false, result: { message_code: 'WRONG_STATUS', fields } }, { status: 409 }),
  );
  renderInvoice('sales', row);
  await typeNumber('FS/8{Enter}');
  const field = await screen.findByLabelText<HTMLInputElement>(/^Nr faktury/);
  await waitFor(() =>
    expect(document.getElementById(`${field.id}-error`)?.textContent).toMatch(
      /^Na fakturze o tym numerze opłacono już transport/,
    ),
  );
});

/** The check's response for a number that an existing invoice has. */
const JOINED = {
  ...NO_WARNINGS,
  joined: {
    id: 3,
    number: 'FS/8',
    issue_date: '2026-09-20',
    due_date: '2026-10-20',
    ksef_number: 'BFK',
    other_transports: 3,
    is_paid: false,
  },
};

/** Stubs a server on which the number FS/8 is taken. Every other call succeeds. */
const stubJoining = () =>
  stubApi(({ url, body }) =>
    successReply(
      url !== '/invoice/check'
        ? url === '/invoice/create'
          ? { id: 3, rows: [] }
          : true
        : (body as { number?: string }).number?.toLowerCase() === 'fs/8'
          ? JOINED
          : NO_WARNINGS,
    ),
  );

const typeNumber = async (number: string) => {
  const field = await screen.findByLabelText(/^Nr faktury/);
  await userEvent.clear(field);
  if (number !== '') await userEvent.type(field, number);
};
const shared = async () => [
  await valueOf(/^Data wystawienia/),
  await valueOf(/^Termin płatności/),
  await valueOf(/^Nr KSeF/),
];

test('typing the number of an existing invoice fills in the dates and KSeF number; typing a new number clears these fields', async () => {
  const row = { ...SETTLED, contractPaymentDays: 14, salesSettlementStatus: 'INVOICE' as const };
  stubJoining();
  renderInvoice('sales', row);
  await typeNumber('fs/8');
  await waitFor(async () => expect(await shared()).toEqual(['20/09/2026', '20/10/2026', 'BFK']));
  await typeNumber('FS/9');
  await waitFor(async () => expect(await shared()).toEqual(['', '', 'OFF']));
});

test.each([
  ['a new joint invoice proposes today as the issue date', null, formatDate(todayInWarsaw())],
  ['a joint invoice that is already stored without an issue date proposes no issue date', 'FS/1', ''],
])('%s', async (_name, salesInvoiceNumber, expected) => {
  stubJoining();
  const row = { ...SETTLED, salesInvoiceNumber };
  renderInApp(() => (
    <JointInvoiceDialog side="sales" rows={[row]} onClose={() => undefined} onDone={() => undefined} />
  ));
  expect(await valueOf(/^Data wystawienia/)).toBe(expected);
});

test('typing the number of an existing invoice without an issue date clears the proposed issue date', async () => {
  stubApi(() => successReply({ ...JOINED, joined: { ...JOINED.joined, issue_date: null } }));
  const row = { ...SETTLED, salesInvoiceNumber: null };
  renderInApp(() => (
    <JointInvoiceDialog side="sales" rows={[row]} onClose={() => undefined} onDone={() => undefined} />
  ));
  await typeNumber('FS/8');
  await waitFor(async () => expect((await shared())[0]).toBe(''));
});

test('a typed due date stays when the number of an existing invoice is typed', async () => {
  const row = { ...SETTLED, salesInvoiceNumber: null, salesKsefNumber: null, contractPaymentDays: 14 };
  stubJoining();
  renderInApp(() => (
    <JointInvoiceDialog side="sales" rows={[row]} onClose={() => undefined} onDone={() => undefined} />
  ));
  await userEvent.click(await screen.findByLabelText(/^Termin płatności/));
  await userEvent.clear(screen.getByLabelText(/^Termin płatności/));
  await userEvent.paste('30/09/2026');
  await userEvent.tab();
  await typeNumber('FS/8');
  await waitFor(async () => expect(await shared()).toEqual(['20/09/2026', '30/09/2026', 'BFK']));
});

test('a save before the reply of the number check sends the dates of the existing invoice', async () => {
  const row = { ...SETTLED, salesInvoiceNumber: null, salesKsefNumber: null, contractPaymentDays: 14 };
  const sent = stubJoining();
  renderInApp(() => (
    <JointInvoiceDialog side="sales" rows={[row]} onClose={() => undefined} onDone={() => undefined} />
  ));
  await typeNumber('FS/8{Enter}');
  await waitFor(() => expect(sent.map(({ url }) => url)).toContain('/invoice/create'));
  expect(sent.find(({ url }) => url === '/invoice/create')?.body).toMatchObject({
    number: 'FS/8',
    issue_date: '2026-09-20',
    due_date: '2026-10-20',
    ksef_number: 'BFK',
  });
});

test('the dialog of an invoice states the sum of the corrections that are paid with the invoice', async () => {
  const result = {
    joined: null,
    corrections: { amount: -88_880, currency: 'PLN' },
    deletedCorrections: [],
    sellerNip: null,
    ksefNumberUsedBy: null,
    numberUsedBy: null,
    isCorrectionNumber: false,
  };
  openInvoice('purchase', {}, result);
  expect(
    await screen.findByText(/^Korekty faktury FZ\/1: razem −888,80\szł\. Są opłacane razem z nią\.$/),
  ).toBeTruthy();
});

test('the dialog of an invoice warns that a correction of the contractor has the typed number', async () => {
  openInvoice('sales', {}, { ...NO_WARNINGS, isCorrectionNumber: true });
  expect(
    await screen.findByText('Numer FS/1 ma już korekta faktury tego kontrahenta. Wpisz inny numer.'),
  ).toBeTruthy();
});

const DELETED = [
  { number: 'KX', amount: -1_050, currency: 'PLN' },
  { number: 'KY', amount: 500, currency: 'PLN' },
] as const;

test('the dialog warns that corrections are deleted if a new number leaves the previous invoice without transports', async () => {
  const row = { salesSettlementStatus: 'INVOICE' as const };
  openInvoice('sales', row, { ...NO_WARNINGS, deletedCorrections: DELETED.slice(0, 1) });
  expect(
    await screen.findByText(/^Korekta KX \(−10,50\szł\) zostanie usunięta razem z fakturą\.$/),
  ).toBeTruthy();
});

test('the dialog that reverses an invoice warns that the corrections of the invoice are deleted', async () => {
  const row = { ...SETTLED, salesSettlementStatus: 'INVOICE' as const };
  const ignore = vi.fn<() => void>();
  const check = invoiceCheckQuery({ kind: 'SALES', transportIds: [row.transportId] });
  renderInApp(
    () => (
      <SettlementDialogs
        side="sales"
        contract={{ currency: 'PLN', rawMaterialId: 1 } as ContractRecord}
        rows={[row]}
        opened={{ kind: 'reverseInvoice', row }}
        onClose={ignore}
        onDone={ignore}
      />
    ),
    (client) => client.setQueryData(check.queryKey, { ...NO_WARNINGS, deletedCorrections: [...DELETED] }),
  );
  expect(
    await screen.findByText(/^Korekty KX \(−10,50\szł\), KY \(5\szł\) zostaną usunięte razem z fakturą\.$/),
  ).toBeTruthy();
});

test('the dialog states that a save does not change the amount of an invoice with corrections', async () => {
  const corrected = { ...NO_WARNINGS, corrections: { amount: -45_500, currency: 'PLN' } };
  const row = { salesSettlementStatus: 'INVOICE' as const, needsCorrection: true };
  openInvoice('sales', row, corrected);
  expect(await screen.findByText(/Zapisanie faktury nie zmieni jej kwoty, bo ma korekty\./)).toBeTruthy();
});

const SETTLED_AGAIN = {
  salesSettlementStatus: 'INVOICE',
  salesPaymentDate: '2026-10-04',
  needsCorrection: true,
  sentAmount: 6_825_000,
  amount: 6_700_000,
} as const;

test('if a sale was settled again after its invoice, the payment shows the amount of the invoice', async () => {
  openInvoice('sales', SETTLED_AGAIN);
  await screen.findByText(/^Kwota rozliczenia 67\s000\szł\.$/);
  await userEvent.click(screen.getByRole('switch', { name: /^Oznacz jako opłacone/ }));
  await screen.findByText(/Opłacona zostanie faktura w tej kwocie\./);
  await screen.findByText(/^Kwota faktury 68\s250\szł\.$/);
  await userEvent.click(screen.getByRole('button', { name: 'Oznacz jako opłacone' }));
  expect(
    await screen.findByText(/, faktura FS\/1, 68\s250\szł: rozliczenie zostanie oznaczone jako opłacone\./),
  ).toBeTruthy();
});

test('the payment of a joint invoice shows the sum of the invoiced amounts, not of the settled amounts', async () => {
  const rows = [1, 2].map((id) => ({ ...SETTLED, ...SETTLED_AGAIN, id, transportId: id }));
  const ignore = vi.fn<() => void>();
  stubApi(() => successReply(NO_WARNINGS));
  renderInApp(() => <JointInvoiceDialog side="sales" rows={rows} onClose={ignore} onDone={ignore} />);
  await screen.findByText(/razem 134\s000\szł\.$/);
  await userEvent.click(screen.getByRole('switch', { name: /^Oznacz jako opłacone/ }));
  await screen.findByText(/razem 136\s500\szł\.$/);
  expect(screen.queryByText(/^Ktoś zmienił te rozliczenia/)).toBeNull();
});

test('the dialogs of an invoice and of a joint invoice warn about a due date before the issue date', async () => {
  openInvoice('purchase', { purchaseInvoiceDate: '2026-09-10', purchasePaymentDate: '2026-09-09' });
  expect(await screen.findByText(/^Termin płatności 09\/09\/2026 jest wcześniejszy/)).toBeTruthy();
  cleanup();
  const ignore = vi.fn<() => void>();
  const row = { ...SETTLED, salesInvoiceDate: '2026-09-10', salesPaymentDate: '2026-09-09' };
  stubApi(() => successReply(NO_WARNINGS));
  renderInApp(() => <JointInvoiceDialog side="sales" rows={[row]} onClose={ignore} onDone={ignore} />);
  expect(await screen.findByText(/^Termin płatności 09\/09\/2026 jest wcześniejszy/)).toBeTruthy();
});
