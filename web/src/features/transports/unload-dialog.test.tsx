import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { contractRulesQuery } from '../../api/quality.ts';
import { connectionLost, errorReply, noResponse, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import type { DialogTransport } from './dialog-transport.ts';
import { UnloadDialog } from './unload-dialog.tsx';
import { readingWidth } from './unload-fields.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TRANSPORT: DialogTransport = {
  transportId: 7,
  version: 1,
  registrationNumber: 'PO 12345',
  status: 'ON_THE_WAY',
  isReturned: false,
  isGmp: false,
  purchaseId: 1,
  salesId: 2,
  recipient: 'Młyn Zamość',
  dateUnloading: '2026-11-25',
  quantityKg: 25_000,
  realQuantityKg: 24_640,
};

/** Stubs a server on which the transport is already delivered with this weight. */
function stubStoredDelivery(kg: number) {
  const stored = {
    id: 7,
    version: 2,
    status: 'DELIVERED',
    is_returned: false,
    purchase_id: 1,
    sales_id: 2,
    real_cargo_quantity: kg,
  };
  stubApi(({ method }) => (method === 'GET' ? successReply(stored) : errorReply(409, 'CONFLICT')));
}

async function deliver(): Promise<() => void> {
  const onDone = vi.fn<() => void>();
  renderInApp(() => (
    <UnloadDialog transports={[TRANSPORT]} to="DELIVERED" onClose={() => undefined} onDone={onDone} />
  ));
  await userEvent.click(await screen.findByRole('button', { name: 'Oznacz jako dostarczony' }));
  return onDone;
}

test('a save succeeds if the server has already stored the same delivery', async () => {
  stubStoredDelivery(24_640);
  const onDone = await deliver();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

test("another user's delivery with a different weight is shown as a conflict, and the typed weight is not saved", async () => {
  stubStoredDelivery(23_000);
  const onDone = await deliver();
  // searched in the dialog, because the notification has the same text
  const dialog = within(await screen.findByRole('dialog'));
  const notice = await dialog.findByText(/^Transport PO 12345/);
  expect(notice.textContent?.replaceAll('\u00a0', ' ')).toBe(
    'Transport PO 12345 ma już status „Dostarczony” i wagę 23,000 t. Wpisanej tutaj wagi 24,640 t nie zapisano.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Oznacz jako dostarczony' }));
  expect(onDone).not.toHaveBeenCalled();
});

/** Returns a response with readings of moisture and protein. */
const measured = (value: number) => ({
  readings: [
    { parameter_id: 1, source: 'RECIPIENT', value, sample_number: null, taken_on: null },
    { parameter_id: 2, source: 'RECIPIENT', value: value + 1, sample_number: null, taken_on: null },
    { parameter_id: 2, source: 'ARBITER', value: 27.1, sample_number: null, taken_on: null },
  ],
  tickets: [],
});
const pressDeliver = () => userEvent.click(screen.getByRole('button', { name: 'Oznacz jako dostarczony' }));

test("a colleague's reading is listed in a notice before a save replaces it by the typed reading", async () => {
  const transport = {
    id: 7,
    version: 2,
    status: 'ON_THE_WAY',
    is_returned: false,
    purchase_id: 1,
    sales_id: 2,
    real_cargo_quantity: 24_640,
  };
  let reading = 39;
  const sent = stubApi(({ method, url, body }) => {
    if (url === '/contract/transport-readings/7') return successReply(measured(reading));
    if (method === 'GET') return successReply(transport);
    const isCurrent = (body as { version: number }).version === 2;
    return isCurrent ? successReply(true) : errorReply(409, 'CONFLICT');
  });
  const onDone = vi.fn<() => void>();
  const parameter = { unit: '%', type: 'NUMBER' };
  const rules = {
    readingSource: 'RECIPIENT',
    parameters: [
      { ...parameter, id: 1, name: 'Wilgotność' },
      { ...parameter, id: 2, name: 'Białko' },
    ],
  };
  renderInApp(
    () => <UnloadDialog transports={[TRANSPORT]} to="DELIVERED" onClose={() => undefined} onDone={onDone} />,
    (client) => {
      for (const id of [1, 2]) client.setQueryData(contractRulesQuery(id).queryKey, rules as never);
    },
  );
  const moisture = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Wilgotność/ });
  await waitFor(() => expect(moisture.value).toBe('39'));
  // the arbiter's reading has precedence over the recipient's
  expect(screen.getByText(/^Liczy się arbiter: 27,1.%$/)).toBeDefined();
  await userEvent.clear(moisture);
  await userEvent.type(moisture, '41');
  await userEvent.tab();
  reading = 52;
  await pressDeliver();
  await screen.findByText('Ktoś zmienił ten rekord w międzyczasie');
  expect(
    screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
  ).toEqual([
    'Wilgotność, PO 12345: było 39 %, jest 52 %, w formularzu zostaje Twój wpis.',
    'Białko, PO 12345: było 40 %, jest 53 %.',
  ]);
  await pressDeliver();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent.findLast(({ body }) => body !== null)?.body).toMatchObject({
    readings: [{ parameter_id: 1, source: 'RECIPIENT', value: 41 }],
  });
});

const release = () => userEvent.click(screen.getByRole('button', { name: 'Przekaż do rozliczenia' }));

test('clearing a stored reading shows an error that refers to "Badania i waga", and nothing is saved', async () => {
  const sent = stubApi(({ method }) =>
    method === 'GET'
      ? successReply({ ...measured(39), readings: measured(39).readings.slice(0, 1) })
      : successReply(true),
  );
  const onDone = vi.fn<() => void>();
  const moistureOnly = {
    readingSource: 'RECIPIENT',
    parameters: [{ id: 1, name: 'Wilgotność', unit: '%', type: 'NUMBER' }],
  };
  renderInApp(
    () => (
      <UnloadDialog
        transports={[{ ...TRANSPORT, status: 'DELIVERED' }]}
        to="TO_BE_SETTLED"
        onClose={() => undefined}
        onDone={onDone}
      />
    ),
    (client) => {
      for (const id of [1, 2]) client.setQueryData(contractRulesQuery(id).queryKey, moistureOnly as never);
    },
  );
  const moisture = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Wilgotność/ });
  await waitFor(() => expect(moisture.value).toBe('39'));
  await userEvent.clear(moisture);
  await release();
  expect(await screen.findByText(/^Zapisano 39.%\. Usuniesz ten wynik w „Badania i waga”\.$/)).toBeTruthy();
  expect(sent.filter(({ body }) => body !== null)).toEqual([]);
  expect(onDone).not.toHaveBeenCalled();
  await userEvent.type(moisture, '41');
  await release();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent.findLast(({ body }) => body !== null)?.body).toMatchObject({
    readings: [{ parameter_id: 1, source: 'RECIPIENT', value: 41 }],
  });
});

const weight = (name: string | RegExp) => screen.findByRole('textbox', { name });

test('Enter moves the focus to the next weight, even between two transports of the same vehicle', async () => {
  const sent = stubApi(() => successReply(true));
  const transports: DialogTransport[] = [
    TRANSPORT,
    { ...TRANSPORT, transportId: 8, dateUnloading: '2026-11-26' },
    { ...TRANSPORT, transportId: 9, registrationNumber: 'PO 777AA' },
  ];
  const onDone = vi.fn<() => void>();
  renderInApp(() => (
    <UnloadDialog transports={transports} to="DELIVERED" onClose={() => undefined} onDone={onDone} />
  ));
  await userEvent.type(await weight('PO 12345, 25/11/2026, Młyn Zamość'), '{Enter}');
  expect(document.activeElement).toBe(await weight('PO 12345, 26/11/2026, Młyn Zamość'));
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(await weight('PO 777AA'));
  expect(sent).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent).toHaveLength(3);
});

const deliverAll = () => userEvent.click(screen.getByRole('button', { name: 'Oznacz jako dostarczone' }));

test('if the response of one of several deliveries is lost, a retry stores each typed weight once', async () => {
  const stored = new Map<number, number>();
  const sent = stubApi(({ method, url, body }) => {
    const id = Number(url.split('/').at(-1));
    const shared = { is_returned: false, purchase_id: 1, sales_id: 2 };
    if (method === 'GET')
      return successReply({
        ...shared,
        id,
        version: 2,
        status: stored.has(id) ? 'DELIVERED' : 'ON_THE_WAY',
        real_cargo_quantity: stored.get(id) ?? null,
      });
    const change = body as { transport_id: number; real_cargo_quantity: number };
    if (stored.has(change.transport_id)) return errorReply(409, 'CONFLICT');
    stored.set(change.transport_id, change.real_cargo_quantity);
    return change.transport_id === 8 ? connectionLost() : successReply(true);
  });
  const transports = [7, 8, 9].map((transportId) => ({
    ...TRANSPORT,
    transportId,
    registrationNumber: `PO ${transportId}`,
  }));
  const onDone = vi.fn<() => void>();
  renderInApp(() => (
    <UnloadDialog transports={transports} to="DELIVERED" onClose={() => undefined} onDone={onDone} />
  ));
  const typed = { 'PO 7': '24,480', 'PO 8': '25,120', 'PO 9': '24,960' };
  for (const [name, tonnes] of Object.entries(typed)) {
    await userEvent.clear(await weight(name));
    await userEvent.type(await weight(name), tonnes);
  }
  await deliverAll();
  await screen.findByText(/^Nie udało się zapisać\. Brak połączenia z serwerem\./);
  for (const [name, tonnes] of Object.entries(typed))
    expect(await weight(name)).toHaveProperty('value', tonnes);
  await deliverAll();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  const ids = sent
    .filter(({ method }) => method !== 'GET')
    .map(({ body }) => (body as { transport_id: number }).transport_id);
  expect(ids).toEqual([7, 8, 8, 9]);
  expect([...stored]).toEqual([
    [7, 24_480],
    [8, 25_120],
    [9, 24_960],
  ]);
});

const answer = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name, hidden: true }));

test('after "Popraw" in the first or second confirmation, the focus returns to the weight', async () => {
  const sent = stubApi(() => successReply(true));
  const transports: DialogTransport[] = [
    TRANSPORT,
    { ...TRANSPORT, transportId: 8, registrationNumber: 'PO 777AA' },
  ];
  renderInApp(() => (
    <UnloadDialog transports={transports} to="DELIVERED" onClose={() => undefined} onDone={() => undefined} />
  ));
  const questioned = await weight('PO 777AA');
  const typeAndSave = async (tonnes: string) => {
    await userEvent.clear(questioned);
    await userEvent.type(questioned, tonnes);
    const save = screen.getByRole('button', { name: 'Oznacz jako dostarczone' });
    save.focus();
    await userEvent.click(save);
  };

  await typeAndSave('248');
  await answer('Popraw');
  await waitFor(() => expect(document.activeElement).toBe(questioned));

  await typeAndSave('2480');
  await answer('Nie');
  await answer('Popraw');
  await waitFor(() => expect(document.activeElement).toBe(questioned));
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('the width of a reading column depends on the longest word of its header, up to a maximum', () => {
  const short = readingWidth({ name: 'Wilgotność', unit: '%' });
  expect(readingWidth({ name: 'Gęstość w stanie zsypnym', unit: 'kg/hl' })).toBe(short);
  expect(readingWidth({ name: 'Zanieczyszczenia', unit: '%' })).toBeGreaterThan(short);
  const unbroken = readingWidth({ name: 'Z'.repeat(100), unit: null });
  expect(unbroken).toBe(readingWidth({ name: 'Z'.repeat(200), unit: null }));
});

test('the typed weight and the focus stay while rules that failed to load are loaded again', async () => {
  const clients: QueryClient[] = [];
  let isReachable = false;
  const sent = stubApi(() => (isReachable ? noResponse() : connectionLost()));
  renderInApp(
    () => (
      <UnloadDialog
        transports={[TRANSPORT]}
        to="DELIVERED"
        onClose={() => undefined}
        onDone={() => undefined}
      />
    ),
    (client) => {
      clients.push(client);
      client.setDefaultOptions({ queries: { retry: false } });
    },
  );
  const typed = await weight(/^Ilość rzeczywista/);
  await userEvent.clear(typed);
  await userEvent.type(typed, '23,1');
  isReachable = true;
  act(() => void clients[0]?.refetchQueries({ queryKey: contractRulesQuery(1).queryKey }));
  await waitFor(() => expect(sent.filter(({ url }) => url === '/contract/discount-rules/1')).toHaveLength(2));
  expect(document.activeElement).toBe(typed);
  expect(typed).toHaveProperty('value', '23,1');
});
