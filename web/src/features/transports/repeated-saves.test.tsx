import type { TransportCosts } from '@spichlerz/shared/calls/transport-costs';
import { keysToCamel, keysToSnake } from '@spichlerz/shared/wire/case';
import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { isNotFound } from '../../api/api-error.ts';
import { onFailedCall } from '../../api/call.ts';
import { meQuery } from '../../api/session.ts';
import { transportCostsQuery } from '../../api/transports.ts';
import { connectionLost, errorReply, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { makeTransportRow } from '../../testing/rows.ts';
import { type OpenedTransport, TransportDialogs } from './transport-dialogs.tsx';

afterEach(() => {
  cleanup();
  onFailedCall(() => undefined);
  vi.unstubAllGlobals();
});

const ROW = makeTransportRow();

// Finds the button by its text, because computing the roles of a form with twenty fields is slow.
const press = async (name: string) => {
  const label = await screen.findByText(name, { selector: 'button *' });
  // happy-dom submits a form only if the click is on the button element
  await userEvent.click(label.closest('button') ?? label);
};
const typeInto = async (label: RegExp, text: string) => {
  await userEvent.click(await screen.findByLabelText(label, { selector: 'input, textarea' }));
  await userEvent.paste(text);
  await userEvent.tab();
};

type Case = {
  readonly opened: OpenedTransport;
  readonly fill: () => Promise<void>;
  readonly save: string;
  /** Another user's change that conflicts with the save. */
  readonly theirs: Partial<TransportRow>;
  readonly done: string;
};

const RELEASED = makeTransportRow({ status: 'TO_BE_SETTLED', realQuantityKg: 25_000 });
const PAID: TransportRow = { ...RELEASED, status: 'PAID' };

const DIALOGS: Readonly<Record<string, Case>> = {
  'a change of a transport': {
    opened: { kind: 'edit', row: ROW },
    fill: () => typeInto(/^Uwagi/, 'brama'),
    save: 'Zapisz',
    theirs: { comment: 'cudze' },
    done: 'Zapisano transport',
  },
  "a carrier's invoice": {
    opened: { kind: 'freight', row: RELEASED },
    fill: async () => {
      await typeInto(/^Nr faktury/, 'FT/7');
      await typeInto(/^Data wystawienia/, '01/09/2026');
    },
    save: 'Zapisz',
    theirs: { transportInvoiceNumber: 'FT/1' },
    done: 'Rozliczono fracht',
  },
  'the re-opening of a paid transport': {
    opened: { kind: 'reopen', row: PAID, to: 'INVOICE' },
    fill: () => typeInto(/^Powód/, 'kwota'),
    save: 'Otwórz ponownie',
    theirs: { details: 'cudze' },
    done: 'Otwarto transport ponownie',
  },
};

const GET_URL = `/contract/transport-details/${ROW.id}`;
const COSTS_URL = `/contract/transport-costs/${ROW.id}`;

type Server = {
  row: TransportRow;
  isResponseLost: boolean;
  isDeleted?: true;
  costs?: TransportCosts['costs'];
};

/**
 * Opens the dialog of a case and stubs a server that stores one transport. Returns the changes
 * that the server has stored.
 */
async function openDialog({ opened, fill }: Case, server: Server) {
  const writes: unknown[] = [];
  stubApi(({ method, url, body }) => {
    if (server.isDeleted && method !== 'GET') return errorReply(404, 'TRANSPORT_NOT_FOUND');
    const costs = () => successReply({ version: server.row.version, costs: server.costs ?? [] });
    if (method === 'GET' && url === COSTS_URL) return costs();
    if (method === 'GET') return url === GET_URL ? successReply(keysToSnake(server.row)) : connectionLost();
    const { version, ...change } = keysToCamel(body) as TransportRow;
    if (version !== server.row.version) return errorReply(409, 'CONFLICT');
    writes.push(change);
    server.row = { ...server.row, ...(url === COSTS_URL ? {} : change), version: version + 1 };
    if (url === COSTS_URL) {
      server.costs = (change as unknown as TransportCosts).costs;
      return costs();
    }
    return server.isResponseLost ? connectionLost() : successReply(true);
  });
  const onClose = vi.fn<() => void>();
  renderInApp(
    () => <TransportDialogs opened={opened} onClose={onClose} onDone={() => undefined} />,
    (client) => {
      client.setQueryData(meQuery.queryKey, { id: 1, role: 'ADMIN' } as never);
      client.setQueryData(transportCostsQuery(ROW.id).queryKey, { version: ROW.version, costs: [] });
    },
  );
  await fill();
  return { writes, onClose };
}

const rowOf = ({ opened }: Case): TransportRow => ('row' in opened ? opened.row : ROW);

test.each(Object.entries(DIALOGS))(
  '%s is stored once when it is saved again after a lost response',
  async (_name, one) => {
    const server = { row: rowOf(one), isResponseLost: true };
    const { writes, onClose } = await openDialog(one, server);
    await press(one.save);
    await screen.findByText(/^Nie udało się zapisać\. Brak połączenia z serwerem\./);
    expect(onClose).not.toHaveBeenCalled();
    await press(one.save);
    await screen.findByText(one.done);
    expect(onClose).toHaveBeenCalledOnce();
    expect(writes).toHaveLength(1);
  },
);

test.each(Object.entries(DIALOGS))(
  "%s is rejected after another user's change; the next attempt succeeds",
  async (_name, one) => {
    const before = rowOf(one);
    const server = { row: { ...before, ...one.theirs, version: 4 }, isResponseLost: false };
    const { writes, onClose } = await openDialog(one, server);
    await press(one.save);
    await screen.findByText(/^Nie udało się zapisać\. /);
    expect([writes, onClose.mock.calls]).toEqual([[], []]);
    await press(one.save);
    await screen.findByText(one.done);
    expect(writes).toHaveLength(1);
  },
);

test('the save of a transport that another user has deleted fails in its dialog, and the page stays open', async () => {
  const missing: unknown[] = [];
  onFailedCall((error) => isNotFound(error) && missing.push(error));
  const one = DIALOGS['a change of a transport'] as Case;
  const { onClose } = await openDialog(one, { row: ROW, isResponseLost: false, isDeleted: true });
  await press(one.save);
  await screen.findByText('Nie udało się zapisać. Nie znaleziono transportu. Mógł zostać usunięty.');
  expect([missing, onClose.mock.calls]).toEqual([[], []]);
});

const valueOf = (label: RegExp) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' }).value;
const noticeLines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const edit = (fill: () => Promise<void>): Case => ({ ...(DIALOGS['a change of a transport'] as Case), fill });

test("after a conflict, the next save of a transport keeps a colleague's changes of fields that this user has not changed", async () => {
  const one = edit(() => typeInto(/^Uwagi/, 'brama'));
  const theirs = { phoneNumber: '700 100 200', trailerNumber: 'WX 1', carrierId: 5, carrierName: 'Nowy' };
  const server = { row: { ...ROW, ...theirs, version: 4 }, isResponseLost: false };
  const { writes } = await openDialog(one, server);
  await press('Zapisz');
  await screen.findByText('Telefon kierowcy: było 600 700 800, jest 700 100 200.');
  expect(noticeLines()).toHaveLength(3);
  expect([valueOf(/^Telefon kierowcy/), valueOf(/^Nr naczepy/)]).toEqual(['700 100 200', 'WX 1']);
  // the colleague saves again before the next attempt
  server.row = { ...server.row, driverName: 'Ewa', version: 5 };
  await press('Zapisz');
  await screen.findByText('Kierowca: było Adam Kierowca, jest Ewa.');
  expect(screen.queryByText('Wczytaj aktualne dane')).toBeNull();
  await press('Zapisz');
  await screen.findByText(one.done);
  expect(writes).toMatchObject([{ ...theirs, driverName: 'Ewa', comment: 'brama' }]);
});

test("a typed value stays after a colleague's change of the same field, until the user loads the stored value", async () => {
  const one = edit(async () => {
    await userEvent.clear(await screen.findByLabelText(/^Telefon kierowcy/));
    await typeInto(/^Telefon kierowcy/, '500');
    await typeInto(/^Uwagi/, 'brama');
  });
  const server = { row: { ...ROW, phoneNumber: '700', version: 4 }, isResponseLost: false };
  const { writes } = await openDialog(one, server);
  await press('Zapisz');
  await screen.findByText('Telefon kierowcy: było 600 700 800, jest 700, w formularzu zostaje Twój wpis.');
  expect(valueOf(/^Telefon kierowcy/)).toBe('500');
  await press('Wczytaj aktualne dane');
  await waitFor(() => expect(valueOf(/^Telefon kierowcy/)).toBe('700'));
  await press('Zapisz');
  await screen.findByText(one.done);
  expect(writes).toMatchObject([{ phoneNumber: '700', comment: 'brama' }]);
});

test('the form of a transport becomes read-only after a colleague releases the transport for settlement', async () => {
  const row = makeTransportRow({ status: 'DELIVERED', realQuantityKg: 25_000 });
  const one: Case = { ...edit(() => typeInto(/^Uwagi/, 'brama')), opened: { kind: 'edit', row } };
  const server = { row: { ...row, status: 'TO_BE_SETTLED' as const, version: 4 }, isResponseLost: false };
  const { writes } = await openDialog(one, server);
  await press('Zapisz');
  const dialog = within(await screen.findByRole('dialog', { name: 'Dane transportu' }));
  await dialog.findByText(/Po tej zmianie nie można go już edytować\./);
  expect(valueOf(/^Uwagi/)).toBe('brama');
  expect(dialog.queryByText('Wczytaj aktualne dane')).toBeNull();
  expect(dialog.queryByText('Zapisz')).toBeNull();
  expect(writes).toEqual([]);
});

const INVOICED = makeTransportRow({
  status: 'INVOICE',
  realQuantityKg: 25_000,
  freightAmount: 112_500,
  transportInvoiceNumber: 'FT/1',
  transportInvoiceCreateDate: '2026-09-01',
});
const freight = (row: TransportRow, fill: () => Promise<void>): Case => ({
  ...(DIALOGS["a carrier's invoice"] as Case),
  opened: { kind: 'freight', row },
  fill,
});

test("after a conflict, the next save of a freight keeps a colleague's due date and cost", async () => {
  const one = freight(INVOICED, () => typeInto(/^Szczegóły/, 'brama'));
  const demurrage = { kind: 'DEMURRAGE', amount: 5_000, currency: 'PLN', note: null } as const;
  const server: Server = {
    row: { ...INVOICED, transportPaymentDate: '2026-09-30', version: 4 },
    isResponseLost: false,
    costs: [demurrage],
  };
  const { writes } = await openDialog(one, server);
  await press('Zapisz');
  await screen.findByText('Termin płatności: było -, jest 30/09/2026.');
  expect(noticeLines()).toHaveLength(2);
  // The colleague's cost must be a field of the form, because a save deletes costs that the form does not have.
  screen.getByLabelText('Koszt 1');
  await press('Zapisz');
  await screen.findByText(one.done);
  expect(writes).toMatchObject([{ transportPaymentDate: '2026-09-30', details: 'brama' }]);
  expect(server.costs).toEqual([demurrage]);
});

test("a carrier's invoice does not get the due date that a colleague has saved with a different invoice number", async () => {
  const one = DIALOGS["a carrier's invoice"] as Case;
  const theirs = { transportInvoiceNumber: 'FT/1', transportPaymentDate: '2026-09-30', details: 'ryczałt' };
  const server = { row: { ...RELEASED, ...theirs, version: 4 }, isResponseLost: false };
  const { writes } = await openDialog(one, server);
  await press('Zapisz');
  await screen.findByText('Nr faktury: było -, jest FT/1, w formularzu zostaje Twój wpis.');
  await press('Zapisz');
  await screen.findByText(one.done);
  expect(writes).toMatchObject([
    { transportInvoiceNumber: 'FT/7', transportPaymentDate: null, details: 'ryczałt' },
  ]);
});

test("a carrier's invoice with a corrected number keeps the due date that a colleague has added", async () => {
  const one = freight(INVOICED, () => typeInto(/^Nr faktury/, '7'));
  const server = {
    row: { ...INVOICED, transportPaymentDate: '2026-09-30', version: 4 },
    isResponseLost: false,
  };
  const { writes } = await openDialog(one, server);
  await press('Zapisz');
  await screen.findByText('Termin płatności: było -, jest 30/09/2026.');
  await press('Zapisz');
  await screen.findByText(one.done);
  expect(writes).toMatchObject([{ transportInvoiceNumber: 'FT/17', transportPaymentDate: '2026-09-30' }]);
});

const CANCELLED = 'PO 12345 z „Nowy” na „Anulowany”, więc nie można go już edytować.';
const ON_THE_WAY = makeTransportRow({ status: 'ON_THE_WAY' });

/** Changes of the status by another user that make a save impossible. */
const IMPOSSIBLE: Readonly<Record<string, readonly [Case, TransportRow['status'], string]>> = {
  'a change of a cancelled transport': [DIALOGS['a change of a transport'] as Case, 'CANCELLED', CANCELLED],
  'the freight of a transport that is no longer released for settlement': [
    DIALOGS["a carrier's invoice"] as Case,
    'DELIVERED',
    'PO 12345 z „Do rozliczenia” na „Dostarczony”, więc nie można już zapisać jego frachtu.',
  ],
  'the re-opening of a transport that is no longer paid': [
    DIALOGS['the re-opening of a paid transport'] as Case,
    'RETURN_TO_CLIENT',
    'PO 12345 z „Opłacony” na „Zwrot do dostawcy”, więc nie można go już otworzyć ponownie.',
  ],
  'the delivery of a cancelled transport': [
    {
      opened: { kind: 'unload', rows: [ON_THE_WAY], to: 'DELIVERED' },
      fill: async () => undefined,
      save: 'Oznacz jako dostarczony',
      theirs: {},
      done: '',
    },
    'CANCELLED',
    'PO 12345 z „W drodze” na „Anulowany”, więc nie można go już oznaczyć jako dostarczony.',
  ],
};

test.each(Object.entries(IMPOSSIBLE))(
  'the save of %s fails, and the dialog states the status change that prevents the save',
  async (_name, [one, status, reason]) => {
    const row = 'rows' in one.opened ? (one.opened.rows[0] ?? ROW) : rowOf(one);
    const server = { row: { ...row, status, version: 4 }, isResponseLost: false };
    const { writes } = await openDialog(one, server);
    await press(one.save);
    await screen.findByText(`Nie udało się zapisać. Ktoś zmienił status transportu ${reason}`);
    expect(screen.queryByText(/Odśwież je i spróbuj ponownie/)).toBeNull();
    const save = screen.queryByText(one.save, { selector: 'button *' })?.closest('button') ?? null;
    expect(save?.getAttribute('aria-disabled') ?? 'true').toBe('true');
    expect(writes).toEqual([]);
  },
);
