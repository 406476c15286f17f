import { keysToCamel, keysToSnake } from '@spichlerz/shared/wire/case';
import type { TransportMeasurements, TransportReadingsForm } from '@spichlerz/shared/wire/quality';
import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onFailedCall } from '../../../api/call.ts';
import { rawMaterialQuery } from '../../../api/materials.ts';
import { contractRulesQuery, transportReadingsQuery } from '../../../api/quality.ts';
import { transportQuery } from '../../../api/transports.ts';
import { connectionLost, errorReply, stubApi, successReply } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { makeTransportRow } from '../../../testing/rows.ts';
import { MeasurementsDialog } from './measurements-dialog.tsx';

afterEach(() => {
  cleanup();
  onFailedCall(() => undefined);
  vi.unstubAllGlobals();
});

const ROW = makeTransportRow({ status: 'DELIVERED', realQuantityKg: 25_000 });
const PARAMETERS = [
  { id: 1, name: 'Wilgotność', unit: '%', type: 'NUMBER' },
  { id: 2, name: 'Białko', unit: '%', type: 'NUMBER' },
];

const RULES = { parameters: [], readingSource: 'RECIPIENT' };
const OTHER_SALE = 9;
const RULES_OF_OTHER_SALE = `/contract/discount-rules/${OTHER_SALE}`;

type Reading = TransportMeasurements['readings'][number];
type Ticket = TransportMeasurements['tickets'][number];
const reading = (parameterId: number, source: Reading['source'], value: number): Reading => ({
  parameterId,
  source,
  value,
  sampleNumber: null,
  takenOn: null,
});
const ticket = (place: Ticket['place'], fields: Partial<Ticket>): Ticket => ({
  place,
  number: null,
  gross: null,
  tare: null,
  net: 25_000,
  weighedOn: null,
  ...fields,
});
const measured = (version: number, readings: Reading[], tickets: Ticket[] = []): TransportMeasurements => ({
  readings,
  tickets,
  lossKg: null,
  lossPercent: null,
  version,
});

const OPENED = measured(3, [reading(1, 'RECIPIENT', 39), reading(2, 'RECIPIENT', 12)]);

/** The measurements that the stubbed server has stored. */
let server: TransportMeasurements;
let isResponseLost: boolean;
let isDeleted: boolean;
let salesId: number;
let writes: TransportReadingsForm[];

beforeEach(() => {
  server = OPENED;
  isResponseLost = false;
  isDeleted = false;
  salesId = ROW.salesId;
  writes = [];
});

/**
 * Opens the dialog with these cached measurements. `refresh` refetches the queries of the transport, like a live
 * change.
 */
function openDialog(cached = OPENED) {
  const clients: QueryClient[] = [];
  const sent = stubApi(({ method, url, body }) => {
    if (isDeleted) return errorReply(404, 'TRANSPORT_NOT_FOUND');
    if (url === `/contract/transport-details/${ROW.id}`)
      return successReply(keysToSnake({ ...ROW, salesId, version: server.version }));
    if (url === RULES_OF_OTHER_SALE) return successReply(keysToSnake(RULES));
    if (url !== `/contract/transport-readings/${ROW.id}`) return connectionLost();
    if (method === 'GET') return successReply(keysToSnake(server));
    const { version, readings, tickets } = keysToCamel(body) as TransportReadingsForm;
    if (version !== server.version) return errorReply(409, 'CONFLICT');
    writes.push({ readings, tickets });
    server = measured(
      server.version + 1,
      readings.map((one) => ({
        ...reading(one.parameterId, one.source, one.value as number),
        ...one,
      })) as Reading[],
      tickets.map((one) => ({ ...ticket(one.place, {}), ...one })) as Ticket[],
    );
    return isResponseLost ? connectionLost() : successReply(keysToSnake(server));
  });
  const seedCache = (client: QueryClient) => {
    clients.push(client);
    client.setDefaultOptions({ queries: { retry: false, staleTime: 30_000 } });
    const seed = ({ queryKey }: { queryKey: readonly unknown[] }, data: object) =>
      client.setQueryData(queryKey, data, { updatedAt: Date.now() - 1 });
    seed(transportQuery(ROW.id), ROW);
    seed(transportReadingsQuery(ROW.id), cached);
    seed(rawMaterialQuery(ROW.rawMaterialId), { parameters: PARAMETERS });
    seed(contractRulesQuery(ROW.purchaseId), RULES);
    seed(contractRulesQuery(ROW.salesId), RULES);
  };
  renderInApp(
    () => (
      <MeasurementsDialog
        transportId={ROW.id}
        registrationNumber={ROW.registrationNumber}
        onClose={() => undefined}
      />
    ),
    seedCache,
  );
  return {
    sent,
    refresh: () => act(async () => clients[0]?.invalidateQueries({ queryKey: ['transport'] })),
  };
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' });
const valueOf = async (label: string) => (await field(label)).value;
async function retype(label: string, text: string): Promise<void> {
  await userEvent.clear(await field(label));
  await userEvent.click(await field(label));
  await userEvent.paste(text);
  await userEvent.tab();
}
const press = async (name: string) => {
  const label = await screen.findByText(name, { selector: 'button *' });
  // happy-dom submits a form only if the click is on the button element
  await userEvent.click(label.closest('button') ?? label);
};
const lines = () =>
  screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));

test('the dialog opens with the stored readings, not the cached readings, and a save sends the stored version', async () => {
  server = measured(4, [reading(1, 'RECIPIENT', 44)]);
  openDialog();
  expect(await valueOf('Wilgotność, odbiorca')).toBe('44');
  await retype('Białko, odbiorca', '11');
  await press('Zapisz');
  await screen.findByText('Zapisano badania i wagę');
  expect(writes).toEqual([
    {
      readings: [
        { parameterId: 1, source: 'RECIPIENT', value: 44 },
        { parameterId: 2, source: 'RECIPIENT', value: 11 },
      ],
      tickets: [],
    },
  ]);
});

test("after a conflict, a notice lists a colleague's reading and ticket, and the next save keeps both values", async () => {
  openDialog();
  await retype('Wilgotność, załadunek', '14');
  const unloading = ticket('UNLOADING', { number: 'K/1', net: 24_860, weighedOn: '2026-09-02' });
  server = measured(4, [reading(1, 'RECIPIENT', 52), reading(2, 'RECIPIENT', 12)], [unloading]);
  await press('Zapisz');
  await screen.findByText('Ktoś zmienił ten rekord w międzyczasie');
  expect(lines()).toEqual([
    'Wilgotność, odbiorca: było 39 %, jest 52 %.',
    'Numer kwitu, rozładunek: było -, jest K/1.',
    'Netto, rozładunek: było -, jest 24,860 t.',
    'Data ważenia, rozładunek: było -, jest 02/09/2026.',
  ]);
  expect(screen.queryByText('Wczytaj aktualne dane')).toBeNull();
  await press('Zapisz');
  await screen.findByText('Zapisano badania i wagę');
  expect(writes).toEqual([
    {
      readings: [
        { parameterId: 1, source: 'LOADING', value: 14 },
        { parameterId: 1, source: 'RECIPIENT', value: 52 },
        { parameterId: 2, source: 'RECIPIENT', value: 12 },
      ],
      tickets: [{ place: 'UNLOADING', number: 'K/1', net: 24_860, weighedOn: '2026-09-02' }],
    },
  ]);
});

test("a typed reading stays after a colleague's change of the same reading, until the user loads the stored value", async () => {
  openDialog();
  await retype('Wilgotność, odbiorca', '41');
  await retype('Białko, odbiorca', '13');
  server = measured(4, [reading(1, 'RECIPIENT', 52), reading(2, 'RECIPIENT', 12)]);
  await press('Zapisz');
  await screen.findByText('Ktoś zmienił ten rekord w międzyczasie');
  expect(lines()).toEqual(['Wilgotność, odbiorca: było 39 %, jest 52 %, w formularzu zostaje Twój wpis.']);
  expect(await valueOf('Wilgotność, odbiorca')).toBe('41');
  await press('Wczytaj aktualne dane');
  await waitFor(async () => expect(await valueOf('Wilgotność, odbiorca')).toBe('52'));
  expect(await valueOf('Białko, odbiorca')).toBe('13');
});

test("a ticket that a colleague has changed is saved with the colleague's number and the typed weight", async () => {
  openDialog();
  await retype('Wilgotność, załadunek', '14');
  await userEvent.click((await screen.findAllByLabelText('Netto'))[0] as HTMLElement);
  await userEvent.paste('24,9');
  await userEvent.tab();
  server = measured(4, OPENED.readings, [
    ticket('LOADING', { number: 'L/1', gross: 40_000, tare: 15_000, net: 25_000 }),
  ]);
  await press('Zapisz');
  await screen.findByText('Ktoś zmienił ten rekord w międzyczasie');
  expect(lines()).toEqual([
    'Numer kwitu, załadunek: było -, jest L/1.',
    'Brutto, załadunek: było -, jest 40,000 t, w formularzu zostaje Twój wpis.',
    'Tara, załadunek: było -, jest 15,000 t, w formularzu zostaje Twój wpis.',
    'Netto, załadunek: było -, jest 25,000 t, w formularzu zostaje Twój wpis.',
  ]);
  await press('Zapisz');
  await screen.findByText('Zapisano badania i wagę');
  expect(writes[0]?.tickets).toEqual([{ place: 'LOADING', number: 'L/1', net: 24_900 }]);
});

test('measurements that are saved again after a lost response are stored once', async () => {
  openDialog();
  isResponseLost = true;
  await retype('Wilgotność, załadunek', '14');
  await press('Zapisz');
  await screen.findByText(/^Nie udało się zapisać\. Brak połączenia z serwerem\./);
  await press('Zapisz');
  await screen.findByText('Zapisano badania i wagę');
  expect(writes).toHaveLength(1);
});

test('typed readings stay when a colleague redirects the transport to a contract whose rules are not loaded', async () => {
  const { sent, refresh } = openDialog();
  await retype('Wilgotność, załadunek', '14');
  salesId = OTHER_SALE;
  await refresh();
  await waitFor(() => expect(sent.map(({ url }) => url)).toContain(RULES_OF_OTHER_SALE));
  expect(await valueOf('Wilgotność, załadunek')).toBe('14');
});

/** The fields of the unloading ticket. */
async function unloadingTicket() {
  const ticket = within(await screen.findByRole('region', { name: 'Kwit wagowy: rozładunek' }));
  const input = (label: string) => ticket.getByLabelText<HTMLInputElement>(label);
  return {
    error: (text: string) => ticket.queryByText(text),
    valueOf: (label: string) => input(label).value,
    clear: (label: string) => userEvent.clear(input(label)),
    type: async (label: string, text: string) => {
      await userEvent.clear(input(label));
      await userEvent.type(input(label), text);
      await userEvent.tab();
    },
  };
}
const isSaveEnabled = () => {
  const button = screen.getByText('Zapisz', { selector: 'button *' }).closest('button');
  return button?.getAttribute('aria-disabled') !== 'true' && button?.disabled === false;
};

test('a computed net weight is cleared when the tare exceeds the gross weight and when the tare is cleared', async () => {
  openDialog();
  const ticket = await unloadingTicket();
  await ticket.type('Brutto', '40');
  await ticket.type('Tara', '41');
  expect(ticket.valueOf('Netto')).toBe('');
  expect(ticket.error('Tara musi być mniejsza od brutto.')).toBeTruthy();
  await ticket.type('Tara', '15');
  expect(ticket.valueOf('Netto')).toBe('25,000');
  await waitFor(() => expect(ticket.error('Tara musi być mniejsza od brutto.')).toBeNull());
  await ticket.clear('Tara');
  expect(ticket.valueOf('Netto')).toBe('');
  expect(isSaveEnabled()).toBe(false);
});

test('the error about gross weight and tare disappears when the tare is cleared', async () => {
  openDialog();
  const ticket = await unloadingTicket();
  await ticket.type('Tara', '41');
  await ticket.type('Brutto', '40');
  expect(ticket.error('Brutto musi być większe od tary.')).toBeTruthy();
  await ticket.clear('Tara');
  await waitFor(() => expect(ticket.error('Brutto musi być większe od tary.')).toBeNull());
});

test('a typed net weight stays when the gross weight is cleared, and cannot exceed the gross weight', async () => {
  openDialog();
  const ticket = await unloadingTicket();
  await ticket.type('Brutto', '30');
  await ticket.type('Netto', '36');
  expect(await screen.findByText('Netto nie może być większe od brutto.')).toBeTruthy();
  expect(isSaveEnabled()).toBe(false);
  await ticket.clear('Brutto');
  await waitFor(() => expect(ticket.error('Netto nie może być większe od brutto.')).toBeNull());
  expect(ticket.valueOf('Netto')).toBe('36,000');
  expect(isSaveEnabled()).toBe(true);
});

test('a stored net weight is cleared when its tare is cleared', async () => {
  const stored = ticket('UNLOADING', { gross: 40_000, tare: 15_000, net: 25_000 });
  server = measured(3, OPENED.readings, [stored]);
  openDialog();
  const fields = await unloadingTicket();
  expect(fields.valueOf('Netto')).toBe('25,000');
  await fields.clear('Tara');
  await waitFor(() => expect(fields.valueOf('Netto')).toBe(''));
});

test('a typed net weight returns when the tare exceeds the gross weight and when the tare is cleared', async () => {
  openDialog();
  const fields = await unloadingTicket();
  await fields.type('Netto', '25,02');
  await fields.type('Brutto', '40');
  await fields.type('Tara', '41');
  await waitFor(() => expect(fields.valueOf('Netto')).toBe('25,020'));
  expect(isSaveEnabled()).toBe(false);
  await fields.clear('Tara');
  await waitFor(() => expect(fields.valueOf('Netto')).toBe('25,020'));
  expect(isSaveEnabled()).toBe(true);
});

test('the dialog keeps typed readings and the page when another user deletes the transport', async () => {
  const reported = vi.fn<() => void>();
  onFailedCall(reported);
  const { refresh } = openDialog();
  await retype('Wilgotność, odbiorca', '41');
  isDeleted = true;
  await refresh();
  await press('Zapisz');
  await screen.findByText('Nie udało się zapisać. Nie znaleziono transportu. Mógł zostać usunięty.');
  expect(await valueOf('Wilgotność, odbiorca')).toBe('41');
  expect(reported).not.toHaveBeenCalled();
});

test('the dialog of a transport that another user has deleted states this, and the page stays open', async () => {
  const reported = vi.fn<() => void>();
  onFailedCall(reported);
  isDeleted = true;
  openDialog();
  await screen.findByText('Nie znaleziono transportu. Mógł zostać usunięty.');
  expect(screen.getByRole('dialog', { name: `Badania i waga, ${ROW.registrationNumber}` })).toBeTruthy();
  expect(reported).not.toHaveBeenCalled();
});
