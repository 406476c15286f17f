import type { CheckedUnloadingRow } from '@spichlerz/shared/wire/unloading';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import type { ListRow } from './list-rows.ts';
import { DifferenceCell, TransportCell, VerdictCell, weightText } from './preview-cells.tsx';
import { previewRows } from './preview-rows.ts';

afterEach(cleanup);

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

/** Renders the cells of a row and returns the visible text. */
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

test('only a row of an unknown vehicle offers to add its transport', async () => {
  const unknown = await shownCells({});
  expect(unknown).toContain('Dodaj transport GD 1A234');
  expect(unknown).toContain('Brak transportu tego pojazdu w tych dniach.');
  cleanup();
  const duplicate = await shownCells({
    warnings: [{ code: 'VALUE_IS_DUPLICATED', field: 'ticket_number' }],
  });
  expect(duplicate).toContain('Ten sam kwit jest w innym wierszu tej listy.');
  expect(duplicate).not.toContain('Dodaj transport');
  expect(duplicate).not.toContain('Brak transportu');
});

test('a correction shows the plan, the unloaded weight and their difference, and remarks what it replaces', async () => {
  const corrected = await shownCells({
    state: 'CORRECTION',
    transportId: 7,
    candidates: [
      {
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
      },
    ],
  });
  expect(corrected).toContain('25,500 t → 26,400 t +3,53%');
  expect(corrected).toContain('Korekta: 26,040 t → 26,400 t.');
});
