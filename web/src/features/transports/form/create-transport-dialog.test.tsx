import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastTransportQuery } from '../../../api/transports.ts';
import { type SentRequest, stubApi, successReply } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { SEARCH_DEBOUNCE_MS } from '../../../ui/field/search-debounce.ts';
import { CreateTransportDialog } from './create-transport-dialog.tsx';

/** A contract with the fields that the dialog uses. */
const contract = (documentNumber: string, more: Partial<ContractRow> = {}) =>
  ({
    id: 1,
    documentNumber,
    quantityKg: 100_000,
    allocated: 0,
    inDelivery: 0,
    delivered: 0,
    toleranceType: null,
    toleranceUnit: null,
    toleranceQuantity: null,
    dateOfReceiptFrom: '2026-09-01',
    dateOfReceiptTo: '2026-09-30',
    isGmp: false,
    address: { street: null, buildingNumber: null, postCode: null, city: 'Poznań', countryCode: 'PL' },
    ...more,
  }) as ContractRow;

type KnownVehicle = {
  carrierId: number | null;
  carrierName: string;
  driverName: string;
  phoneNumber: string;
  trailerNumber: string;
  gmpNumber: string | null;
};
const VEHICLES: Readonly<Record<string, KnownVehicle>> = {
  'PO 1111': {
    carrierId: 9,
    carrierName: 'Trans-Pasza',
    driverName: 'Jan Kot',
    phoneNumber: '600 700 800',
    trailerNumber: 'PO 1NN',
    gmpNumber: 'PL-77',
  },
  'PO 2222': {
    carrierId: null,
    carrierName: 'Trans-Ziarno',
    driverName: 'Adam Lis',
    phoneNumber: '601 701 801',
    trailerNumber: 'PO 2NN',
    gmpNumber: null,
  },
};

/** The registration numbers that the dialog has queried. */
let lookedUp: string[] = [];

let sent: readonly SentRequest[] = [];
/** The bodies of the created transports. */
const created = () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);

beforeEach(() => {
  lookedUp = [];
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
    now: new Date('2026-09-05T08:00:00Z'),
  });
  sent = stubApi(({ url }) => {
    const number = new URL(url, 'http://web.test').searchParams.get('registration_number') ?? '';
    lookedUp.push(number);
    const vehicle = VEHICLES[number];
    const known = vehicle
      ? {
          carrier_id: vehicle.carrierId,
          carrier_name: vehicle.carrierName,
          driver_name: vehicle.driverName,
          phone_number: vehicle.phoneNumber,
          trailer_number: vehicle.trailerNumber,
          gmp_number: vehicle.gmpNumber,
          date_loading: '2026-08-20',
        }
      : null;
    return successReply({ known, elsewhere: [] });
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Options = { purchase?: Partial<ContractRow>; sale?: Partial<ContractRow>; openKg?: number };

async function openDialog({ purchase = {}, sale = {}, openKg = 25_000 }: Options = {}): Promise<void> {
  const contracts = {
    purchase: contract('Z/1', purchase),
    sale: contract('S/2', { id: 2, ...sale }),
  };
  renderInApp(
    () => <CreateTransportDialog {...contracts} openKg={openKg} onClose={() => undefined} />,
    (client) => {
      const last = { carrierName: 'Trans-Pasza', carrierId: null, freightPerTonne: 4_500, currency: 'PLN' };
      const key: readonly unknown[] = lastTransportQuery(1, 2).queryKey;
      client.setQueryData(key, {
        list: [{ ...last, dateLoading: '2026-08-20' }],
      });
    },
  );
  await screen.findByLabelText(/^Nr rejestracyjny/);
}

/** A required field has an asterisk after its label. */
const labelled = (name: string) => new RegExp(`^${name}( \\*)?$`);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(labelled(name));
const valueOf = (name: string) => field(name).value;

const limits = () => screen.queryAllByText(/^Alokacja i oba kontrakty pozwalają najwyżej na 20,000\st\.$/);

/** Changes a field in one step and blurs it, because typing key by key would render the form for each key. */
function enter(name: string, text: string): void {
  const input = field(name);
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: text } });
  fireEvent.blur(input);
}

const expectValue = (name: string, value: string) => waitFor(() => expect(valueOf(name)).toBe(value));

/** Enters a registration number and waits until the dialog queries it. */
async function lookUp(registrationNumber: string): Promise<void> {
  lookedUp = [];
  enter('Nr rejestracyjny', registrationNumber);
  await act(() => vi.advanceTimersByTimeAsync(SEARCH_DEBOUNCE_MS));
  expect(lookedUp).toEqual([registrationNumber]);
}

test('a registration number that is too long has an error and is not sent to the server', async () => {
  await openDialog();
  enter('Nr rejestracyjny', 'P'.repeat(256));
  await screen.findByText('Wpisz najwyżej 255 znaków.');
  await act(() => vi.advanceTimersByTimeAsync(SEARCH_DEBOUNCE_MS));
  expect(lookedUp).toEqual([]);
  await lookUp('P'.repeat(255));
});

test('a changed registration number replaces the data of the previous vehicle; typed data stay until "Wypełnij tymi danymi"', async () => {
  await openDialog();
  await lookUp('PO 1111');
  await expectValue('Nr GMP', 'PL-77');
  // The name of a carrier with a record cannot be edited.
  expect(field('Przewoźnik').disabled).toBe(true);
  await lookUp('PO 2222');
  await expectValue('Przewoźnik', 'Trans-Ziarno');
  expect(field('Przewoźnik').disabled).toBe(false);
  expect(screen.queryByLabelText(labelled('Nr GMP'))).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Transport z GMP' }).checked).toBe(false);

  enter('Przewoźnik', 'Trans-Zboże');
  await lookUp('PO 1111');
  fireEvent.click(await screen.findByText('Wypełnij tymi danymi'));
  await expectValue('Przewoźnik', 'Trans-Pasza');
  expect(field('Przewoźnik').disabled).toBe(true);
  await expectValue('Nr GMP', 'PL-77');
});

test('an unknown registration number removes the data of the previous vehicle and keeps typed data', async () => {
  await openDialog();
  await lookUp('PO 1111');
  await expectValue('Kierowca', 'Jan Kot');
  await lookUp('PO 11117');
  await expectValue('Kierowca', '');
  expect(valueOf('Telefon kierowcy')).toBe('');
  expect(valueOf('Nr naczepy')).toBe('');
  // The carrier of the last transport between both contracts is proposed again.
  expect(valueOf('Przewoźnik')).toBe('Trans-Pasza');
  expect(screen.queryByLabelText(labelled('Nr GMP'))).toBeNull();

  await lookUp('PO 1111');
  await expectValue('Kierowca', 'Jan Kot');
  enter('Kierowca', 'Jan Typowany');
  await lookUp('PO 11118');
  await waitFor(() => expect(screen.queryByText(/^Ten pojazd/)).toBeNull());
  expect(valueOf('Kierowca')).toBe('Jan Typowany');
  expect(valueOf('Przewoźnik')).toBe('Trans-Pasza');
});

test('a changed loading day changes the unloading day, too, unless the user has typed an unloading day', async () => {
  await openDialog();
  expect(valueOf('Data rozładunku')).toBe('05/09/2026');
  enter('Data załadunku', '12/09/2026');
  await expectValue('Data rozładunku', '12/09/2026');
  enter('Data rozładunku', '14/09/2026');
  for (const loading of ['11/09/2026', '16/09/2026']) {
    enter('Data załadunku', loading);
    expect(valueOf('Data rozładunku')).toBe('14/09/2026');
  }
});

test('the form proposes days within the dates of the purchase and the sale, and warns about days outside these dates', async () => {
  await openDialog({
    purchase: { dateOfReceiptFrom: '2026-09-10', dateOfReceiptTo: '2026-09-14' },
    sale: { dateOfReceiptFrom: '2026-09-12', dateOfReceiptTo: '2026-09-14' },
  });
  expect(valueOf('Data załadunku')).toBe('12/09/2026');
  expect(valueOf('Data rozładunku')).toBe('12/09/2026');
  expect(screen.queryByText(/jest poza terminem/)).toBeNull();
  enter('Data załadunku', '09/09/2026');
  await screen.findByText(
    'Załadunek 09/09/2026 jest poza terminem odbioru kontraktu zakupu Z/1: 10/09/2026 – 14/09/2026.',
  );
  enter('Data rozładunku', '15/09/2026');
  await screen.findByText(
    'Rozładunek 15/09/2026 jest poza terminem dostawy kontraktu sprzedaży S/2: 12/09/2026 – 14/09/2026.',
  );
});

test('a quantity above the limit shows the limit once, either in a warning or in an error', async () => {
  await openDialog({ sale: { quantityKg: 80_000, inDelivery: 60_000 }, openKg: 0 });
  expect(valueOf('Ilość')).toBe('25,000');
  expect(limits()).toHaveLength(1);
  // The error at the field replaces the warning.
  enter('Ilość', '21');
  await waitFor(() => expect(field('Ilość').getAttribute('aria-invalid')).toBe('true'));
  expect(limits()).toHaveLength(1);
  enter('Ilość', '20');
  await waitFor(() => expect(limits()).toHaveLength(0));
});

/** Fills every required field and saves this quantity. The sale allows 42 t. */
async function saveQuantity(quantity: string): Promise<void> {
  await openDialog({ sale: { quantityKg: 42_000 }, openKg: 0 });
  await lookUp('PO 1111');
  await expectValue('Kierowca', 'Jan Kot');
  enter('Ilość', quantity);
  fireEvent.click(screen.getByRole('button', { name: 'Dodaj transport' }));
}

test('a quantity that looks like kilograms opens a confirmation and shows no error about the limit', async () => {
  await saveQuantity('24860');
  await screen.findByText(/^Czy chodziło o 24,860\st\?$/);
  fireEvent.click(screen.getByRole('button', { name: /^Tak, 24,860/ }));
  await waitFor(() => expect(created()).toMatchObject([{ cargo_quantity: 24_860 }]));
});

test('after the confirmation, the suggested or typed quantity is rejected if it exceeds the limit of the contracts', async () => {
  await saveQuantity('45500');
  fireEvent.click(await screen.findByRole('button', { name: /^Tak, 45,500/ }));
  await screen.findByText(/^Alokacja i oba kontrakty pozwalają najwyżej na 42,000\st\.$/);
  expect(valueOf('Ilość')).toBe('45,500');
  enter('Ilość', '24860');
  fireEvent.click(screen.getByRole('button', { name: 'Dodaj transport' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Nie' }));
  await screen.findByText(/^Alokacja i oba kontrakty pozwalają najwyżej na 42,000\st\.$/);
  expect(created()).toEqual([]);
});

test.each([
  ['the purchase and the sale run today', {}, {}, '05/09/2026', '05/09/2026'],
  ['the sale begins later', {}, { dateOfReceiptFrom: '2026-09-21' }, '21/09/2026', '21/09/2026'],
  [
    'the sale begins after the purchase ends',
    {},
    { dateOfReceiptFrom: '2026-10-05' },
    '30/09/2026',
    '05/10/2026',
  ],
  ['the purchase begins later', { dateOfReceiptFrom: '2026-09-12' }, {}, '12/09/2026', '12/09/2026'],
  ['the purchase has ended', { dateOfReceiptTo: '2026-09-01' }, {}, '05/09/2026', '05/09/2026'],
])(
  'a new transport proposes the loading day nearest to the unloading day if %s',
  async (_case, purchase, sale, loading, unloading) => {
    await openDialog({ purchase, sale: { dateOfReceiptTo: '2026-10-31', ...sale } });
    expect([valueOf('Data załadunku'), valueOf('Data rozładunku')]).toEqual([loading, unloading]);
  },
);
