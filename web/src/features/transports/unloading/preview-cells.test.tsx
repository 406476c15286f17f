import type { CheckedUnloadingRow } from '@spichlerz/shared/wire/unloading';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { onFailedCall } from '../../../api/call.ts';
import { contractQuery } from '../../../api/contracts.ts';
import { contractRulesQuery, settlementPreviewQuery, transportReadingsQuery } from '../../../api/quality.ts';
import { errorReply, noResponse, stubApi, successReply } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { isFailureVisible } from '../../../ui/errors.ts';
import type { ListRow } from './list-rows.ts';
import {
  DifferenceCell,
  PriceCell,
  readingsText,
  TransportCell,
  VerdictCell,
  weightText,
} from './preview-cells.tsx';
import { previewRows, readingsOnceApplied } from './preview-rows.ts';

afterEach(() => {
  cleanup();
  onFailedCall(() => undefined);
  vi.unstubAllGlobals();
});

const REQUEST = { row: 2, plate: 'GD 1A234', day: '2026-11-25', net: 26_400, ticketNumber: 'R 1' };
const ROW: ListRow = { line: 2, cells: [], request: REQUEST, problems: [], notes: [] };

const NOT_FOUND: CheckedUnloadingRow = {
  row: 2,
  state: 'NONE',
  transportId: null,
  candidates: [],
  warnings: [],
  readings: [],
};

const CANDIDATE: CheckedUnloadingRow['candidates'][number] = {
  transportId: 7,
  version: 2,
  registrationNumber: 'GD 1A234',
  trailerNumber: '',
  dateLoading: '2026-11-25',
  dateUnloading: '2026-11-25',
  quantityKg: 25_500,
  realQuantityKg: 26_040,
  status: 'DELIVERED',
  cargoName: 'Pszenica',
  sale: { id: 1, documentNumber: null },
};

/** Renders the cells of a row and returns their visible text. */
async function shownCells(reply: Partial<CheckedUnloadingRow>): Promise<string> {
  const decisions = { choices: new Map(), acceptedKg: new Map() };
  const rows = previewRows([ROW], [{ ...NOT_FOUND, ...reply }], decisions);
  renderInApp(() => (
    <main>
      {rows.map((row) => (
        <div key={row.id}>
          <TransportCell row={row} /> {weightText(row)} <DifferenceCell row={row} /> <VerdictCell row={row} />
        </div>
      ))}
    </main>
  ));
  return ((await screen.findByRole('main')).textContent ?? '').replaceAll('\u00a0', ' ');
}

test('a row without a transport has a link that adds the transport, unless the row repeats a ticket', async () => {
  const unknown = await shownCells({});
  expect(unknown).toContain('Dodaj transport GD 1A234');
  expect(unknown).toContain('Brak transportu tego pojazdu do rozładunku w tych dniach.');
  cleanup();
  const duplicate = await shownCells({
    warnings: [{ code: 'VALUE_IS_DUPLICATED', field: 'ticket_number' }],
  });
  expect(duplicate).toContain('Ten sam kwit jest w innym wierszu tej listy.');
  expect(duplicate).not.toContain('Dodaj transport');
  expect(duplicate).not.toContain('Brak transportu');
});

test('a correction shows the planned weight, the unloaded weight, their difference and the replaced weight', async () => {
  const corrected = await shownCells({
    state: 'CORRECTION',
    transportId: 7,
    candidates: [CANDIDATE],
  });
  expect(corrected).toContain('25,500 t → 26,400 t +3,53 %');
  expect(corrected).toContain('Korekta: 26,040 t → 26,400 t.');
});

test('a row that replaces a weight which was entered by hand shows both weights', async () => {
  const found = { state: 'MATCHED' as const, transportId: 7, candidates: [CANDIDATE] };
  expect(await shownCells(found)).toContain('Zastąpi wpisaną wagę: 26,040 t → 26,400 t.');
  cleanup();
  const equal = { ...CANDIDATE, realQuantityKg: REQUEST.net };
  expect(await shownCells({ ...found, candidates: [equal] })).not.toContain('Zastąpi');
  cleanup();
  const notWeighed = { ...CANDIDATE, realQuantityKg: null };
  expect(await shownCells({ ...found, candidates: [notWeighed] })).not.toContain('Zastąpi');
});

test('a row whose ticket is applied shows no readings, because they are not applied again', async () => {
  const request = { ...REQUEST, readings: [{ name: 'Wilgotność', value: 9.9 }] };
  const reply: CheckedUnloadingRow = {
    ...NOT_FOUND,
    state: 'APPLIED',
    transportId: 7,
    candidates: [CANDIDATE],
    readings: [{ parameterId: 2, name: 'Wilgotność', unit: '%', value: 9.9 }],
  };
  const decisions = { choices: new Map(), acceptedKg: new Map() };
  const verdictOf = async (row: ListRow) => {
    const [preview] = previewRows([row], [reply], decisions);
    if (preview === undefined) throw new Error('there is no row');
    expect(readingsText(preview)).toBe('-');
    renderInApp(() => <VerdictCell row={preview} />);
    return (await screen.findByText(/Wczytany wcześniej/)).textContent;
  };
  expect(await verdictOf({ ...ROW, request })).toBe(
    'Wczytany wcześniej. Wyników badań z listy nie wczytujemy ponownie.',
  );
  cleanup();
  expect(await verdictOf(ROW)).toBe('Wczytany wcześniej.');
});

const LISTED = [{ parameterId: 2, name: 'Zanieczyszczenia', unit: '%', value: 2.5 }];

/** Renders the price of a row with readings. The rules and the currency of its sale are loaded. */
function renderPrice(
  cached: (seed: (query: { queryKey: readonly unknown[] }, data: object) => void) => void,
) {
  const reply: CheckedUnloadingRow = {
    ...NOT_FOUND,
    state: 'MATCHED',
    transportId: 7,
    candidates: [CANDIDATE],
    readings: LISTED,
  };
  const [row] = previewRows([ROW], [reply], { choices: new Map(), acceptedKg: new Map() });
  if (row === undefined) throw new Error('there is no row');
  renderInApp(
    () => <PriceCell row={row} />,
    (client) => {
      const seed = ({ queryKey }: { queryKey: readonly unknown[] }, data: object) =>
        client.setQueryData(queryKey, data);
      seed(contractRulesQuery(1), { rules: [{}], readingSource: 'RECIPIENT' });
      seed(contractQuery('sales', 1), { currency: 'PLN' });
      client.setDefaultOptions({ queries: { retry: false, staleTime: 30_000 } });
      cached(seed);
    },
  );
}

test('a long text in the price column wraps', async () => {
  const missing = ['Wilgotność', 'Gęstość w stanie zsypnym'].map((name) => ({ parameterId: null, name }));
  renderPrice((seed) => {
    seed(transportReadingsQuery(7), { readings: [] });
    const body = { transportId: 7, side: 'sales', readings: readingsOnceApplied([], LISTED) } as const;
    seed(settlementPreviewQuery(body), { refused: [], missing, pricePerTonne: 1, contractPrice: 2 });
  });
  const text = await screen.findByText('brak: Wilgotność, Gęstość w stanie zsypnym');
  expect(text.style.whiteSpace).toBe('normal');
});

test('the price cell of a transport that another user has deleted keeps the page open', async () => {
  const reported = vi.fn<() => void>();
  onFailedCall(reported);
  stubApi(({ url }) => (url.includes('readings') ? errorReply(404, 'TRANSPORT_NOT_FOUND') : noResponse()));
  renderPrice(() => undefined);
  await screen.findByText('nie udało się policzyć');
  expect(reported).not.toHaveBeenCalled();
});

test('a failed price is visible in its cell, so no notification repeats the failure', async () => {
  const failures: unknown[] = [];
  onFailedCall((error) => void failures.push(error));
  stubApi(({ url }) => {
    if (url.includes('readings')) return successReply({ version: 1, readings: [], tickets: [] });
    return url.includes('preview') ? errorReply(400, 'TRANSPORT_NOT_FOUND') : noResponse();
  });
  renderPrice(() => undefined);
  await screen.findByText('nie udało się policzyć');
  await waitFor(() => expect(failures.map(isFailureVisible)).toEqual([true]));
});
