import { keysToSnake } from '@spichlerz/shared/wire/case';
import type { RawMaterialRow } from '@spichlerz/shared/wire/materials';
import { createAtom, useSelector } from '@tanstack/react-store';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorReply, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { MaterialEdit } from './material-form-page.tsx';

const MOISTURE = { id: 1, rawMaterialId: 7, name: 'Wilgotność', type: 'NUMBER' as const, unit: '%' };
const GLUTEN = { ...MOISTURE, id: 2, name: 'Gluten' };
const OPENED: RawMaterialRow = {
  id: 7,
  name: 'Pszenica',
  displayOrder: 1,
  version: 1,
  parameters: [MOISTURE],
  variants: [],
  qualityOptions: [{ id: 5, title: 'Paszowa', parameterValues: [{ parameterId: 1, value: '14.5' }] }],
};
/** The raw material after another user has renamed the quality and added a parameter. */
const CHANGED: RawMaterialRow = {
  ...OPENED,
  version: 2,
  parameters: [MOISTURE, GLUTEN],
  qualityOptions: [{ id: 5, title: 'Browarna', parameterValues: [{ parameterId: 1, value: '14.5' }] }],
};

/** The stored record. Like the server, the stub changes it only if the request has its current version. */
let stored: RawMaterialRow;
/** The record that the screen has received. */
const received = createAtom(OPENED);

beforeEach(() => {
  stored = OPENED;
  received.set(OPENED);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the form with a stub of the server. Returns the requests that have changed the raw material. */
function openForm() {
  const writes: unknown[] = [];
  stubApi(({ method, body }) => {
    if (method === 'POST') return successReply({ list: [stored].map(keysToSnake), filtered: 1, total: 1 });
    if ((body as { version: number }).version !== stored.version) return errorReply(409, 'CONFLICT');
    writes.push(body);
    return successReply(true);
  });
  renderInApp(() => <MaterialEdit material={useSelector(received)} />);
  return writes;
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const valueOf = async (name: string) => (await field(name)).value;
async function retype(name: string, value: string): Promise<void> {
  await userEvent.clear(await field(name));
  await userEvent.type(await field(name), value);
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Zapisz' }));
const receive = (record: RawMaterialRow) => {
  stored = record;
  act(() => received.set(record));
};
async function confirmRenaming(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Zmień nazwę' }));
}

test("another user's new titles of qualities and new parameters count as changes of the other user only", async () => {
  const writes = openForm();
  await retype('Nazwa', 'Pszenica ozima');
  receive(CHANGED);
  await field('Gluten [%]');
  await save();
  await confirmRenaming();
  await screen.findByRole('dialog', { name: 'Ktoś zmienił ten rekord w międzyczasie' });
  await screen.findByText('Zmienione tylko przez drugą osobę, zostaną zachowane:');
  expect(screen.queryByRole('radio')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz połączone zmiany' }));
  await waitFor(() =>
    expect(writes).toMatchObject([
      { version: 2, name: 'Pszenica ozima', quality_options: [{ id: 5, title: 'Browarna' }] },
    ]),
  );
});

test('a parameter that arrives while the conflict dialog is open does not count as a change of this user', async () => {
  openForm();
  await retype('Nazwa', 'Pszenica ozima');
  stored = CHANGED;
  await save();
  await confirmRenaming();
  await screen.findByRole('dialog', { name: 'Ktoś zmienił ten rekord w międzyczasie' });
  receive(CHANGED);
  await screen.findByText('Zmienione tylko przez drugą osobę, zostaną zachowane:');
  expect(screen.queryByRole('radio')).toBeNull();
});

test('a typed parameter value stays when another user adds a parameter, and the new parameter has an empty field', async () => {
  openForm();
  await retype('Wilgotność [%]', '15');
  receive({ ...OPENED, parameters: [MOISTURE, GLUTEN] });
  expect(await valueOf('Gluten [%]')).toBe('');
  expect(await valueOf('Wilgotność [%]')).toBe('15');
  expect(await valueOf('Jakość 1')).toBe('Paszowa');
});

test('a new parameter does not mark an unchanged form as changed', async () => {
  openForm();
  await field('Nazwa');
  receive({ ...OPENED, parameters: [MOISTURE, GLUTEN] });
  expect(await valueOf('Gluten [%]')).toBe('');
  expect(screen.getByRole('button', { name: 'Zapisz' }).getAttribute('aria-disabled')).toBe('true');
});

test('the notification after a merged save shows the name of the raw material that another user has stored', async () => {
  openForm();
  await retype('Wilgotność [%]', '15');
  stored = { ...OPENED, version: 2, name: 'Pszenica ozima' };
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Zapisz połączone zmiany' }));
  const title = await screen.findByText('Zapisano surowiec');
  expect(title.parentElement?.textContent).toBe('Zapisano surowiecPszenica ozima');
});
