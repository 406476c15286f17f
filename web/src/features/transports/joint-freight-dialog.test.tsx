import { keysToCamel, keysToSnake } from '@spichlerz/shared/wire/case';
import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Profiler } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { connectionLost, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { makeTransportRow } from '../../testing/rows.ts';
import { JointFreightDialog } from './joint-freight-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const row = (fields: Partial<TransportRow>) =>
  makeTransportRow({
    status: 'TO_BE_SETTLED',
    carrierId: 9,
    carrierName: 'Kolos',
    realQuantityKg: 25_000,
    transportInvoiceNumber: 'FT/1',
    ...fields,
  });
const OPENED = [
  row({ id: 7, registrationNumber: 'PO 7', freightAmount: 100_000 }),
  row({ id: 8, registrationNumber: 'PO 8', freightAmount: 100_000 }),
];

/** Stubs a server that warns about every KSeF number. */
const stubWarnings = () =>
  stubApi(({ url, body }) =>
    url === '/invoice/check'
      ? successReply({
          joined: null,
          corrections: null,
          deleted_corrections: [{ number: 'KX', amount: -1_000, currency: 'PLN' }],
          seller_nip: (body as { ksef_number?: string }).ksef_number === KSEF_NUMBER ? '1006308774' : null,
          ksef_number_used_by: { number: 'FT/1', contractor: 'Kolos' },
          number_used_by: null,
        })
      : connectionLost(),
  );
const KSEF_NUMBER = '5265877635-20250826-0100001AF629-AF';

const save = () => userEvent.click(screen.getByRole('button', { name: 'Zapisz fakturę' }));

type Body = { prices: unknown; versions: unknown };

test('a rejected save loads the freight amount that a colleague has stored, but keeps a typed amount', async () => {
  const writes: Body[] = [];
  stubApi(({ method, url, body }) => {
    const changed = OPENED.find(({ id }) => url === `/contract/transport-details/${id}`);
    if (changed !== undefined)
      return successReply(keysToSnake({ ...changed, freightAmount: 90_000, version: 4 }));
    if (method === 'GET' || url !== '/invoice/create') return connectionLost();
    writes.push(keysToCamel(body) as Body);
    const messageCode = writes.length === 1 ? 'CONFLICT' : null;
    const rows = OPENED.map(({ id }) => ({ transportId: id, ok: messageCode === null, messageCode }));
    return successReply(keysToSnake({ id: 3, rows }));
  });
  const onDone = vi.fn<() => void>();
  renderInApp(() => <JointFreightDialog transports={OPENED} onClose={() => undefined} onDone={onDone} />);
  const typed = await screen.findByLabelText('Fracht, PO 8');
  await userEvent.clear(typed);
  await userEvent.click(typed);
  await userEvent.paste('950');
  await userEvent.tab();
  await save();
  await screen.findByText('Na fakturze nie ma jeszcze: 2 transporty.');
  expect(screen.getByLabelText<HTMLInputElement>('Fracht, PO 7').value.replace('\u00a0', ' ')).toBe('900,00');
  await save();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(writes[1]).toMatchObject({
    versions: [
      { transportId: 7, version: 4 },
      { transportId: 8, version: 4 },
    ],
    prices: [
      { transportId: 7, freightAmount: 90_000 },
      { transportId: 8, freightAmount: 95_000 },
    ],
  });
});

test('the dialog names the paid invoice as the reason why a transport is not on it', async () => {
  stubApi(({ method, url }) => {
    const opened = OPENED.find(({ id }) => url === `/contract/transport-details/${id}`);
    if (opened !== undefined) return successReply(keysToSnake(opened));
    if (method === 'GET' || url !== '/invoice/create') return connectionLost();
    const rows = OPENED.map(({ id }) => ({
      transportId: id,
      ok: id === 7,
      messageCode: id === 7 ? null : 'WRONG_STATUS',
    }));
    return successReply(keysToSnake({ id: 3, rows }));
  });
  renderInApp(() => <JointFreightDialog transports={OPENED} onClose={() => {}} onDone={() => {}} />);
  await screen.findByLabelText('Fracht, PO 8');
  await save();
  await screen.findByText('Na fakturze nie ma jeszcze: 1 transport. Pozostałe transporty zostały zapisane.');
  expect(screen.getByText(/^Na fakturze o tym numerze opłacono już transport/)).toBeTruthy();
});

test('warnings about a KSeF number with a wrong NIP or of an existing invoice are shown even if the invoice number is empty', async () => {
  stubWarnings();
  const unnumbered = OPENED.map((each) => ({ ...each, transportInvoiceNumber: null }));
  renderInApp(() => <JointFreightDialog transports={unnumbered} onClose={() => {}} onDone={() => {}} />);
  await userEvent.click(await screen.findByLabelText(/^Nr KSeF/));
  await userEvent.paste(KSEF_NUMBER);
  expect(await screen.findByText(/^Numer KSeF zaczyna się od innego NIP/)).toBeTruthy();
  expect(screen.getByText('Ten numer KSeF ma już faktura FT/1 (Kolos). Sprawdź numer.')).toBeTruthy();
  // without an invoice number nothing can be saved, so no warning about deleted corrections is shown
  expect(screen.queryByText(/zostanie usunięta/)).toBeNull();
});

test('if all selected freights have the same KSeF number, the dialog opens with this number', async () => {
  stubWarnings();
  const numbered = OPENED.map((each) => ({ ...each, transportKsefNumber: KSEF_NUMBER }));
  renderInApp(() => <JointFreightDialog transports={numbered} onClose={() => {}} onDone={() => {}} />);
  expect(await screen.findByLabelText(/^Nr KSeF/)).toHaveProperty('value', KSEF_NUMBER);
});

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test('the dialog of a joint freight invoice does not render again until the user types', async () => {
  stubWarnings();
  const rendered = vi.fn<() => void>();
  renderInApp(() => (
    <Profiler id="dialog" onRender={rendered}>
      <JointFreightDialog transports={OPENED} onClose={() => {}} onDone={() => {}} />
    </Profiler>
  ));
  await screen.findByText(/zostanie usunięta/);
  vi.useFakeTimers();
  fireEvent.change(screen.getByLabelText(/^Nr KSeF/), { target: { value: 'OFF' } });
  pass(1_000);
  rendered.mockClear();
  pass(1_000);
  expect(rendered).not.toHaveBeenCalled();
});
