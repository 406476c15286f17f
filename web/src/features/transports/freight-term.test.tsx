import { keysToSnake } from '@spichlerz/shared/wire/case';
import type { TransportRow } from '@spichlerz/shared/wire/transports';
import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { transportCostsQuery } from '../../api/transports.ts';
import { connectionLost, noResponse, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { makeTransportRow } from '../../testing/rows.ts';
import { FreightDialog } from './freight-dialog.tsx';
import { JointFreightDialog } from './joint-freight-dialog.tsx';

/* Both dialogs of a carrier's invoice propose the due date by the payment term of the transport or, if the
   transport has none, by that of the carrier. */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ROW = makeTransportRow({
  status: 'TO_BE_SETTLED',
  carrierId: 9,
  carrierName: 'Kolos',
  realQuantityKg: 25_000,
  dateUnloading: '2026-11-26',
});
const OWN_TERM = { ...ROW, carrierPaymentDays: 30 };

const SELECTOR = { selector: 'input' };

async function typeDay(label: RegExp, day: string) {
  await userEvent.clear(await screen.findByLabelText(label, SELECTOR));
  if (day !== '') await userEvent.paste(day);
  await userEvent.tab();
}

/** Returns the value of the due date. Queries the input again, because a proposal replaces the input. */
const dueDate = () => screen.getByLabelText<HTMLInputElement>(/^Termin płatności/, SELECTOR).value;

const NO_WARNINGS = {
  corrections: null,
  deletedCorrections: [],
  sellerNip: null,
  ksefNumberUsedBy: null,
  numberUsedBy: null,
  isCorrectionNumber: false,
};
/**
 * An existing invoice of the carrier, which the stub returns for every number. It contains none of the opened
 * transports.
 */
const JOINED = {
  id: 3,
  number: 'FT/8',
  issueDate: '2026-11-10',
  dueDate: '2026-12-20',
  ksefNumber: 'BFK',
  otherTransports: 3,
  isPaid: false,
};

/** Opens a dialog and stubs a server on which every carrier has a payment term of 45 days. */
function open(dialog: () => ReactNode) {
  stubApi(({ url }) =>
    url.includes('/carrier/')
      ? successReply(keysToSnake({ id: 9, paymentDays: 45 }))
      : url === '/invoice/check'
        ? successReply(keysToSnake({ ...NO_WARNINGS, joined: JOINED }))
        : connectionLost(),
  );
  renderInApp(dialog, (client) =>
    client.setQueryData(transportCostsQuery(ROW.id).queryKey, { version: ROW.version, costs: [] }),
  );
}

const ignore = () => undefined;
const openOne = (row: TransportRow) => open(() => <FreightDialog transport={row} onClose={ignore} />);
const openJoint = (...rows: readonly TransportRow[]) =>
  open(() => <JointFreightDialog transports={rows} onClose={ignore} onDone={ignore} />);

test('the dialog of a freight computes the proposed due date from the payment term of the carrier', async () => {
  openOne(ROW);
  await waitFor(() => expect(dueDate()).toBe('10/01/2027'));
  await typeDay(/^Data wystawienia/, '28/11/2026');
  await waitFor(() => expect(dueDate()).toBe('12/01/2027'));
});

test('the payment term of the transport has precedence over the payment term of the carrier', async () => {
  openOne(OWN_TERM);
  await typeDay(/^Data wystawienia/, '28/11/2026');
  await waitFor(() => expect(dueDate()).toBe('28/12/2026'));
});

test('a typed or cleared due date stays when the issue date changes', async () => {
  openOne(ROW);
  await typeDay(/^Termin płatności/, '15/12/2026');
  await typeDay(/^Data wystawienia/, '28/11/2026');
  await waitFor(() => expect(dueDate()).toBe('15/12/2026'));
  await typeDay(/^Termin płatności/, '');
  await typeDay(/^Data wystawienia/, '27/11/2026');
  await waitFor(() => expect(dueDate()).toBe(''));
});

test('the form of a carrier invoice that was saved without a due date proposes no due date', async () => {
  openOne({ ...ROW, transportInvoiceNumber: 'FT/1', transportInvoiceCreateDate: '2026-11-28' });
  await waitFor(() => expect(dueDate()).toBe(''));
});

test('a freight without a carrier record has no proposed due date', async () => {
  openOne({ ...ROW, carrierId: null });
  await waitFor(() => expect(dueDate()).toBe(''));
});

test('a proposed due date does not mark the form as changed', async () => {
  openOne(ROW);
  await waitFor(() => expect(dueDate()).toBe('10/01/2027'));
  expect(screen.getByRole('button', { name: /^Zapisz/ }).getAttribute('data-disabled')).toBe('true');
});

test('a joint invoice of a carrier proposes the latest due date of its transports; a new issue date changes the proposal', async () => {
  openJoint(OWN_TERM, { ...ROW, id: 8 });
  await typeDay(/^Data wystawienia/, '28/11/2026');
  await waitFor(() => expect(dueDate()).toBe('12/01/2027'));
  await typeDay(/^Data wystawienia/, '20/11/2026');
  await waitFor(() => expect(dueDate()).toBe('04/01/2027'));
});

test('a joint invoice ignores the payment term of the carrier if every transport has its own payment term', async () => {
  openJoint(OWN_TERM, { ...OWN_TERM, id: 8, carrierPaymentDays: 14 });
  await typeDay(/^Data wystawienia/, '28/11/2026');
  await waitFor(() => expect(dueDate()).toBe('28/12/2026'));
});

test.each([
  ['one transport', () => openOne(ROW)],
  ['several transports', () => openJoint(ROW, { ...ROW, id: 2 })],
])(
  'typing the number of an existing invoice for the freight of %s fills in the dates and KSeF number of the invoice',
  async (_name, openDialog) => {
    openDialog();
    await userEvent.type(await screen.findByLabelText(/^Nr faktury/, SELECTOR), 'FT/8');
    await waitFor(() => expect(dueDate()).toBe('20/12/2026'));
    expect(screen.getByLabelText<HTMLInputElement>(/^Data wystawienia/, SELECTOR).value).toBe('10/11/2026');
    expect(screen.getByLabelText<HTMLInputElement>(/^Nr KSeF/, SELECTOR).value).toBe('BFK');
  },
);

test.each([
  ['a freight', () => openOne(ROW)],
  ['a joint freight', () => openJoint(OWN_TERM, { ...ROW, id: 8 })],
])('%s with a due date before the issue date has a warning', async (_, openDialog) => {
  openDialog();
  await typeDay(/^Data wystawienia/, '28/11/2026');
  await typeDay(/^Termin płatności/, '27/11/2026');
  expect(await screen.findByText(/^Termin płatności 27\/11\/2026 jest wcześniejszy/)).toBeTruthy();
  await typeDay(/^Termin płatności/, '28/11/2026');
  await waitFor(() => expect(screen.queryByText(/jest wcześniejszy/)).toBeNull());
});

test('a typed invoice number stays while a failed query of the carrier is repeated', async () => {
  const clients: QueryClient[] = [];
  const replies = [connectionLost, noResponse];
  const sent = stubApi(
    ({ url }) => (url.includes('/carrier/') ? replies.shift() : undefined)?.() ?? noResponse(),
  );
  renderInApp(
    () => <FreightDialog transport={ROW} onClose={ignore} />,
    (client) => {
      clients.push(client);
      client.setQueryData(transportCostsQuery(ROW.id).queryKey, { version: ROW.version, costs: [] });
    },
  );
  const number = await screen.findByLabelText<HTMLInputElement>(/^Nr faktury/, SELECTOR);
  await userEvent.type(number, 'FT/9');
  act(() => void clients[0]?.refetchQueries({ queryKey: ['contractor'] }));
  await waitFor(() => expect(sent.filter(({ url }) => url.includes('/carrier/'))).toHaveLength(2));
  expect(screen.getByLabelText<HTMLInputElement>(/^Nr faktury/, SELECTOR).value).toBe('FT/9');
});
