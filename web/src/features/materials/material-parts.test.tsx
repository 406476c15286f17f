import type { RawMaterialRow } from '@spichlerz/shared/wire/materials';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { errorReply, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { MaterialParts } from './material-parts.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const MATERIAL = {
  id: 7,
  name: 'Pszenica',
  parameters: [{ id: 5, name: 'Wilgotność', type: 'NUMBER', unit: '%' }],
  variants: [],
  qualityOptions: [],
} as unknown as RawMaterialRow;

test('the refusal to delete a parameter names its use in rules and readings', async () => {
  stubApi(() => errorReply(409, 'CONFLICT'));
  renderInApp(() => <MaterialParts material={MATERIAL} usage={undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: /Wilgotność/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Usuń' }));
  const confirmation = await screen.findByRole('dialog', { name: 'Usunąć „Wilgotność”?' });
  await userEvent.click(within(confirmation).getByRole('button', { name: 'Usuń' }));
  expect(
    await screen.findByText(/^Parametr jest w regułach potrąceń albo w badaniach transportów/),
  ).toBeTruthy();
  await userEvent.click(within(confirmation).getByRole('button', { name: 'Anuluj' }));
});

test('a new unit of a parameter is saved only after a confirmation', async () => {
  const sent = stubApi(() => successReply({ id: 5 }));
  renderInApp(() => <MaterialParts material={MATERIAL} usage={undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: /Wilgotność/ }));
  const unit = await screen.findByRole('textbox', { name: 'Jednostka' });
  await userEvent.clear(unit);
  await userEvent.type(unit, 'promil');
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz' }));
  const confirmation = await screen.findByRole('dialog', { name: 'Zmienić nazwę w kontraktach?' });
  expect(sent).toEqual([]);
  await userEvent.click(within(confirmation).getByRole('button', { name: 'Zmień nazwę' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ id: 5, name: 'Wilgotność', unit: 'promil' });
});
