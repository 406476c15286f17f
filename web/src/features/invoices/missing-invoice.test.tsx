import { keysToSnake } from '@spichlerz/shared/wire/case';
import type { InvoiceRecord } from '@spichlerz/shared/wire/invoices';
import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isNotFound } from '../../api/api-error.ts';
import { onFailedCall } from '../../api/call.ts';
import { invoiceQuery } from '../../api/invoices.ts';
import { errorReply, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { useInvoicePayment } from './use-invoice-payment.ts';

/** Called for each failed call that opens the not-found page. */
const reported = vi.fn<() => void>();

beforeEach(() => {
  reported.mockClear();
  onFailedCall((error) => {
    if (isNotFound(error)) reported();
  });
});
afterEach(() => {
  cleanup();
  onFailedCall(() => undefined);
  vi.unstubAllGlobals();
});

const INVOICE: InvoiceRecord = {
  id: 5,
  kind: 'PURCHASE',
  number: 'FV 3/06/2026',
  contractor: { id: 3, name: 'Rola' },
  issueDate: '2026-06-20',
  dueDate: '2026-07-03',
  ksefNumber: null,
  transportCount: 0,
  quantity: 36_000,
  amount: 3_188_880,
  currency: 'PLN',
  isPaid: false,
  corrects: null,
  version: 4,
  note: null,
  transports: [],
  corrections: [],
};
const CORRECTION: InvoiceRecord = {
  ...INVOICE,
  id: 6,
  number: 'KOR/1',
  corrects: { id: INVOICE.id, number: INVOICE.number },
};

const INVOICE_IS_MISSING = 'Faktury FV 3/06/2026 już nie ma, bo nie został na niej żaden transport.';
const CORRECTION_IS_MISSING = 'Korekty KOR/1 już nie ma, bo ją usunięto.';

/** Renders a component of a stored invoice. The returned `remove` removes the invoice, like another user. */
function open(content: () => ReactNode, stored: InvoiceRecord) {
  let isStored = true;
  let client: QueryClient | undefined;
  stubApi(({ url }) => {
    if (url === '/invoice/check') return errorReply(503, 'MISSING_DATABASE');
    return isStored ? successReply(keysToSnake(stored)) : errorReply(404, 'NOT_FOUND');
  });
  renderInApp(content, (created) => {
    client = created;
    created.setDefaultOptions({ queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } });
    created.setQueryData(invoiceQuery(stored.id).queryKey, stored);
  });
  return {
    remove: () => {
      isStored = false;
    },
    /** Refetches the invoice, like a live change. */
    receive: () => act(async () => client?.invalidateQueries({ queryKey: ['settlement'] })),
    /** The messages of the failed mutations. */
    failures: () =>
      client
        ?.getMutationCache()
        .getAll()
        .map(({ state: { error } }) => error?.message),
  };
}

const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const isDisabled = (button: string) =>
  screen.getByRole('button', { name: button }).getAttribute('aria-disabled') === 'true';

const openCorrection = () =>
  open(() => <CorrectionDialog invoice={INVOICE} onClose={() => undefined} />, INVOICE);
async function fillCorrection(): Promise<void> {
  await userEvent.type(await field(/^Nr korekty/), 'KOR/2');
  await userEvent.type(await screen.findByLabelText(/^Różnica kwoty/), '-100');
  await userEvent.type(await field(/^Powód korekty/), 'Pomyłka');
}

test('the dialog of a new correction of a removed invoice states the reason, keeps the typed values and cannot be saved', async () => {
  const { remove, receive } = openCorrection();
  await fillCorrection();
  remove();
  await receive();
  await screen.findByText(INVOICE_IS_MISSING);
  expect((await field(/^Nr korekty/)).value).toBe('KOR/2');
  expect(isDisabled('Zapisz korektę')).toBe(true);
  expect(reported).not.toHaveBeenCalled();
});

test('the save of a new correction of a removed invoice fails in its dialog', async () => {
  const { remove } = openCorrection();
  await fillCorrection();
  remove();
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz korektę' }));
  await screen.findByText(`Nie udało się zapisać. ${INVOICE_IS_MISSING}`);
  await waitFor(() => expect(isDisabled('Zapisz korektę')).toBe(true));
  expect(reported).not.toHaveBeenCalled();
});

test.each([
  ['an invoice', INVOICE, /^Uwagi/, INVOICE_IS_MISSING],
  ['a correction', CORRECTION, /^Powód korekty/, CORRECTION_IS_MISSING],
])(
  'the save of %s that another user has removed fails in its dialog',
  async (_name, stored, note, sentence) => {
    const { remove } = open(() => <InvoiceDialog invoice={stored} onClose={() => undefined} />, stored);
    await userEvent.type(await field(note), 'Pomyłka');
    remove();
    await userEvent.click(screen.getByRole('button', { name: 'Zapisz' }));
    await screen.findByText(`Nie udało się zapisać. ${sentence}`);
    await waitFor(() => expect(isDisabled('Zapisz')).toBe(true));
    expect(reported).not.toHaveBeenCalled();
  },
);

test('the dialog of a missing invoice states the reason when it opens', async () => {
  stubApi(() => errorReply(404, 'NOT_FOUND'));
  renderInApp(
    () => <InvoiceDialog invoice={INVOICE} onClose={() => undefined} />,
    (client) => client.setDefaultOptions({ queries: { retry: false } }),
  );
  await screen.findByText(INVOICE_IS_MISSING);
  expect(reported).not.toHaveBeenCalled();
});

function PayButton() {
  const confirmPayment = useInvoicePayment();
  return (
    <button type="button" onClick={() => confirmPayment(INVOICE)}>
      Opłać
    </button>
  );
}

test('the payment of a missing invoice opens no confirmation and fails with the reason', async () => {
  const { remove, failures } = open(PayButton, INVOICE);
  remove();
  await userEvent.click(await screen.findByRole('button', { name: 'Opłać' }));
  // the mutation cache of the application shows the failure in a notification
  await waitFor(() => expect(failures()).toEqual([INVOICE_IS_MISSING]));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(reported).not.toHaveBeenCalled();
});

test('the payment of an invoice that another user removes behind the confirmation fails in the confirmation', async () => {
  const { remove } = open(PayButton, INVOICE);
  await userEvent.click(await screen.findByRole('button', { name: 'Opłać' }));
  const confirm = await screen.findByRole('button', { name: 'Oznacz jako opłaconą' });
  remove();
  await userEvent.click(confirm);
  expect((await screen.findByRole('alert')).textContent).toBe(INVOICE_IS_MISSING);
  expect(reported).not.toHaveBeenCalled();
  // a failed confirmation would stay open in the document of the other tests
  await userEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
