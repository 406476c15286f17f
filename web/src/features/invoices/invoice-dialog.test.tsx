import { keysToCamel, keysToSnake } from '@spichlerz/shared/wire/case';
import type { InvoiceRecord } from '@spichlerz/shared/wire/invoices';
import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { invoiceQuery } from '../../api/invoices.ts';
import { errorReply, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { InvoiceDialog } from './invoice-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LINE = {
  transportId: 7,
  registrationNumber: 'PO 12345',
  quantity: 24_000,
  amount: 1_920_000,
  status: 'INVOICE',
  contract: { id: 2, documentNumber: 'S/1' },
} satisfies InvoiceRecord['transports'][number];
const OPENED = {
  id: 5,
  kind: 'SALES',
  number: 'FS 120/09/2026',
  contractor: { id: 3, name: 'Młyn' },
  issueDate: '2026-09-20',
  dueDate: '2026-10-04',
  ksefNumber: null,
  transportCount: 1,
  quantity: 24_000,
  amount: 1_920_000,
  currency: 'PLN',
  isPaid: false,
  corrects: null,
  version: 4,
  note: null,
  transports: [LINE],
  corrections: [],
} satisfies InvoiceRecord;
const PAID: InvoiceRecord = {
  ...OPENED,
  version: 5,
  isPaid: true,
  transports: [{ ...LINE, status: 'PAID' }],
};

type Change = Pick<InvoiceRecord, 'number' | 'issueDate' | 'dueDate' | 'ksefNumber' | 'note' | 'version'>;

/** The stored invoice. Like the server, the stub changes the number and dates only of an unpaid invoice. */
let server: InvoiceRecord;

function openInvoice() {
  server = OPENED;
  const writes: Change[] = [];
  stubApi(({ method, body }) => {
    if (method === 'GET') return successReply(keysToSnake(server));
    if (method === 'POST') return errorReply(503, 'MISSING_DATABASE');
    const change = keysToCamel(body) as Change;
    if (change.version !== server.version) return errorReply(409, 'CONFLICT');
    const isFixedChanged = (['number', 'issueDate', 'dueDate'] as const).some(
      (name) => change[name] !== server[name],
    );
    if (isFixedChanged && server.transports.some(({ status }) => status === 'PAID'))
      return errorReply(409, 'WRONG_STATUS');
    writes.push(change);
    server = { ...server, ...change, version: server.version + 1 };
    return successReply(true);
  });
  let client: QueryClient | undefined;
  const onClose = vi.fn<() => void>();
  renderInApp(
    () => <InvoiceDialog invoice={OPENED} onClose={onClose} />,
    (created) => {
      client = created;
      created.setQueryData(invoiceQuery(OPENED.id).queryKey, OPENED);
    },
  );
  /** Shows a colleague's stored change on the screen, like a live change. */
  const receive = () => act(async () => void client?.setQueryData(invoiceQuery(OPENED.id).queryKey, server));
  return { writes, onClose, receive };
}

const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const DUE_DATE = /^Termin płatności/;
const NOTE = /^Uwagi/;
const retype = async (name: RegExp, value: string) => {
  await userEvent.clear(await field(name));
  await userEvent.type(await field(name), value);
  await userEvent.tab();
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Zapisz' }));
const saveMerged = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Zapisz połączone zmiany' }));

const PAID_SENTENCE =
  'Fakturę opłacono, gdy ją edytujesz, więc jej numer i daty mają zapisane wartości i nie można ich już zmienić. Rozliczenie może otworzyć administrator.';

test('if a colleague pays the invoice during editing, the form shows the stored due date and can save the note', async () => {
  const { writes, onClose, receive } = openInvoice();
  await retype(DUE_DATE, '18/10/2026');
  await retype(NOTE, 'Przelew w piątek');
  server = PAID;
  await receive();
  await screen.findByText(PAID_SENTENCE);
  await screen.findByText(/^Te dane zmieniono, gdy je edytujesz\./);
  expect((await field(DUE_DATE)).value).toBe('04/10/2026');
  expect((await field(DUE_DATE)).disabled).toBe(true);
  expect((await field(NOTE)).value).toBe('Przelew w piątek');
  await save();
  await saveMerged();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(writes).toMatchObject([{ version: 5, dueDate: '2026-10-04', note: 'Przelew w piątek' }]);
});

test.each([
  ['the invoice', PAID],
  // a payment of one settlement does not change the version of its invoice
  ['a settlement of the invoice', { ...PAID, version: OPENED.version }],
])(
  'after a colleague has paid %s, a save is rejected, and the form shows the stored due date',
  async (_name, paid) => {
    const { writes, onClose } = openInvoice();
    await retype(DUE_DATE, '18/10/2026');
    await retype(NOTE, 'Przelew w piątek');
    server = paid;
    await save();
    await screen.findByText(/^Nie udało się zapisać\. Numer i daty faktury mają znów zapisane wartości\.$/);
    await screen.findByText(PAID_SENTENCE);
    expect(screen.queryByText(/zmiana statusu|nie dotyczą pól/)).toBeNull();
    expect((await field(DUE_DATE)).value).toBe('04/10/2026');
    expect((await field(NOTE)).value).toBe('Przelew w piątek');
    await save();
    if (paid.version !== OPENED.version) await saveMerged();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(writes).toMatchObject([
      { version: paid.version, dueDate: '2026-10-04', note: 'Przelew w piątek' },
    ]);
  },
);

test('the notification after a merged save shows the invoice number that a colleague has stored', async () => {
  const { onClose } = openInvoice();
  await retype(NOTE, 'Przelew w piątek');
  server = { ...OPENED, number: 'FS 120/09/2026-B', version: 5 };
  await save();
  await saveMerged();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const title = await screen.findByText('Zapisano fakturę');
  expect(title.parentElement?.textContent).toBe('Zapisano fakturęFS 120/09/2026-B');
});
