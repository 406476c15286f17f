import type { RawMaterialRow } from '@spichlerz/shared/wire/materials';
import { createAtom, useSelector } from '@tanstack/react-store';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { onFailedCall } from '../../api/call.ts';
import { errorReply, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { MaterialParts } from './material-parts.tsx';

afterEach(() => {
  cleanup();
  onFailedCall(() => undefined);
  vi.unstubAllGlobals();
});

const MATERIAL = {
  id: 7,
  name: 'Pszenica',
  parameters: [{ id: 5, name: 'Wilgotność', type: 'NUMBER', unit: '%' }],
  variants: [{ id: 3, name: 'Ekologiczna' }],
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

/** The raw material that the screen has received. */
const received = createAtom(MATERIAL);

/** Opens the dialog of a part. Returns the requests. */
async function openPart(name: RegExp, respond = () => successReply({ id: 5 })) {
  received.set(MATERIAL);
  const sent = stubApi(respond);
  renderInApp(() => <MaterialParts material={useSelector(received)} usage={undefined} />);
  await userEvent.click(await screen.findByRole('button', { name }));
  await field('Nazwa');
  return sent;
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
async function retype(name: string, value: string): Promise<void> {
  await userEvent.clear(await field(name));
  await userEvent.type(await field(name), value);
}
const save = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Zmień nazwę' }));
};
type Parameter = RawMaterialRow['parameters'][number];
const receiveParameter = (change: Partial<Parameter>) =>
  act(() =>
    received.set((before) => ({
      ...before,
      parameters: before.parameters.map((parameter) => ({ ...parameter, ...change })),
    })),
  );

test("a new unit that another user saves is kept by a save of this user's new name, and a notice lists the unit", async () => {
  const sent = await openPart(/Wilgotność/);
  await retype('Nazwa', 'Woda');
  receiveParameter({ unit: 'promil' });
  await screen.findByText('Jednostka: było %, jest promil.');
  expect([(await field('Nazwa')).value, (await field('Jednostka')).value]).toEqual(['Woda', 'promil']);
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ id: 5, name: 'Woda', unit: 'promil' });
});

test('a typed name stays when another user renames the parameter twice, until this user loads the stored name', async () => {
  await openPart(/Wilgotność/);
  await retype('Nazwa', 'Woda');
  receiveParameter({ name: 'Wilgoć' });
  receiveParameter({ name: 'H2O', unit: 'promil' });
  await screen.findByText('Nazwa: było Wilgotność, jest H2O, w formularzu zostaje Twój wpis.');
  screen.getByText('Jednostka: było %, jest promil.');
  expect((await field('Nazwa')).value).toBe('Woda');
  await userEvent.click(screen.getByRole('button', { name: 'Wczytaj aktualne dane' }));
  expect((await field('Nazwa')).value).toBe('H2O');
  // the form has no unsaved changes now
  expect(screen.queryByText(/^Nazwa: było/)).toBeNull();
});

const receiveVariant = (name: string) =>
  act(() => received.set((before) => ({ ...before, variants: [{ id: 3, name }] })));

test('the dialog of a variant shows the name that another user saves, and a later typed name stays', async () => {
  await openPart(/Ekologiczna/);
  receiveVariant('Bio');
  expect((await field('Nazwa')).value).toBe('Bio');
  await retype('Nazwa', 'Eko');
  receiveVariant('Organiczna');
  await screen.findByText('Nazwa: było Bio, jest Organiczna, w formularzu zostaje Twój wpis.');
  expect((await field('Nazwa')).value).toBe('Eko');
});

test('the save of a parameter that another user has deleted fails with a sentence about the deletion', async () => {
  const deleted = {
    success: false,
    result: { message_code: 'VALUE_IS_WRONG', fields: [{ path: 'id', code: 'NOT_FOUND' }] },
  };
  await openPart(/Wilgotność/, () => Response.json(deleted, { status: 400 }));
  await retype('Nazwa', 'Woda');
  act(() => received.set((before) => ({ ...before, parameters: [] })));
  await save();
  await screen.findByText('Nie udało się zapisać. Nie znaleziono tego parametru. Mógł zostać usunięty.');
  expect((await field('Nazwa')).value).toBe('Woda');
});

test('the save of a variant that another user has deleted fails in its dialog, and the page stays open', async () => {
  const reported = vi.fn<() => void>();
  onFailedCall(reported);
  await openPart(/Ekologiczna/, () => errorReply(404, 'NOT_FOUND'));
  await retype('Nazwa', 'Bio');
  act(() => received.set((before) => ({ ...before, variants: [] })));
  await save();
  await screen.findByText('Nie udało się zapisać. Nie znaleziono tego wariantu. Mógł zostać usunięty.');
  expect(reported).not.toHaveBeenCalled();
});

test("a save stops if another user's save changes the form while its confirmation is open", async () => {
  const sent = await openPart(/Wilgotność/);
  await retype('Nazwa', 'Woda');
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz' }));
  const confirm = await screen.findByRole('button', { name: 'Zmień nazwę' });
  receiveParameter({ unit: 'promil' });
  await userEvent.click(confirm);
  await screen.findByText(/^Nie zapisano, bo w czasie pytania formularz się zmienił\./);
  expect(sent).toEqual([]);
  expect((await field('Jednostka')).value).toBe('promil');
  await save();
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ name: 'Woda', unit: 'promil' }));
});

test('an earlier value that is typed again counts as typed when another user changes it once more', async () => {
  await openPart(/Wilgotność/);
  await retype('Nazwa', 'Woda');
  receiveParameter({ unit: 'promil' });
  await retype('Jednostka', '%');
  receiveParameter({ unit: 'ppm' });
  await screen.findByText('Jednostka: było %, jest ppm, w formularzu zostaje Twój wpis.');
  expect((await field('Jednostka')).value).toBe('%');
});
