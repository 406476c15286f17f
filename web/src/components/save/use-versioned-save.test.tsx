import { endpoint } from '@spichlerz/shared/wire/endpoint';
import { createAtom, useSelector } from '@tanstack/react-store';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { connectionLost, errorReply, stubApi, successReply, TEST_ENDPOINT } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { FormShell } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useVersionedSave } from './use-versioned-save.tsx';

type Values = { remark: string; price: string; contacts: { id: number | null; text: string }[] };
type Stored = Values & { version: number };

const schema = z.object({
  remark: z.string(),
  price: z.string(),
  contacts: z.array(z.object({ id: z.number().nullable(), text: z.string() })),
});
const stored = schema.extend({ version: z.number() });
const getThing = endpoint({ ...TEST_ENDPOINT, method: 'GET', path: '/thing', reply: stored });
const changeThing = endpoint({
  ...TEST_ENDPOINT,
  method: 'PUT',
  path: '/thing',
  body: stored,
  reply: z.literal(true),
});

const OPENED: Stored = { version: 1, remark: 'stara', price: '800', contacts: [{ id: 5, text: 'Jan' }] };
/** The server gives a new contact its id, so the form and the stored record differ in this id. */
const WITH_NEW_CONTACT: Stored = { ...OPENED, contacts: [{ id: null, text: 'Jan' }] };

/** The stored record. Like the server, the stub changes it only if the request has its current version. */
let server: Stored;
let isResponseLost: boolean;
/** The record that the screen has received. */
const received = createAtom(OPENED);

beforeEach(() => {
  server = OPENED;
  isResponseLost = false;
  received.set(OPENED);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const valuesOf = ({ version: _version, ...values }: Stored): Values => values;
const text = (label: string) => ({ label, show: (value: string) => value });
const DESCRIPTIONS = {
  remark: text('Uwagi'),
  price: text('Cena'),
  contacts: { label: 'Kontakty', show: (list: Values['contacts']) => list.map((one) => one.text).join(', ') },
};

function Example({ onSaved }: { onSaved: (saved: Values) => void }) {
  const record = useSelector(received);
  const form = useZodForm(schema, valuesOf(record));
  const versioned = useVersionedSave({
    form,
    schema,
    record,
    valuesOf,
    descriptions: DESCRIPTIONS,
    fetchFresh: () => call(getThing),
    save: (output, { version }) => call(changeThing, { body: { ...output, version } }),
  });
  return (
    <>
      <FormShell form={form} onSave={versioned.save} onSaved={onSaved} onCancel={() => undefined}>
        {versioned.notice}
        <TextField control={form.control} name="remark" label="Uwagi" />
        <TextField control={form.control} name="price" label="Cena" />
        <TextField control={form.control} name="contacts.0.text" label="Kontakt" />
      </FormShell>
      {versioned.dialog}
    </>
  );
}

/** Opens the form with a stub of the server. Returns the records that the stub has stored. */
function openForm() {
  const writes: Stored[] = [];
  stubApi(({ method, body }) => {
    if (method === 'GET') return successReply(server);
    const change = body as Stored;
    if (change.version !== server.version) return errorReply(409, 'CONFLICT');
    writes.push(change);
    server = { ...change, version: server.version + 1, contacts: [{ id: 5, text: 'Jan' }] };
    return isResponseLost ? connectionLost() : successReply(true);
  });
  const onSaved = vi.fn<(saved: Values) => void>();
  renderInApp(() => <Example onSaved={onSaved} />);
  return { writes, onSaved };
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const valueOf = async (name: string) => (await field(name)).value;
async function retype(name: string, value: string): Promise<void> {
  await userEvent.clear(await field(name));
  await userEvent.type(await field(name), value);
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Zapisz' }));
const receive = (record: Stored) => act(() => received.set(record));
const conflict = () => screen.queryByRole('dialog');

test('a save that is repeated after a lost response does not conflict with the first attempt and is stored once', async () => {
  received.set(WITH_NEW_CONTACT);
  const { writes, onSaved } = openForm();
  isResponseLost = true;
  await retype('Uwagi', 'nowa');
  await save();
  await screen.findByText(/^Nie udało się zapisać\. Brak połączenia z serwerem\./);
  expect(await valueOf('Uwagi')).toBe('nowa');
  isResponseLost = false;
  await save();
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(conflict()).toBeNull();
  expect(writes).toMatchObject([{ version: 1, remark: 'nowa' }]);
});

test('a form keeps newer input and shows no conflict when the record of its previous save arrives', async () => {
  received.set(WITH_NEW_CONTACT);
  const { writes, onSaved } = openForm();
  await retype('Uwagi', 'nowa');
  await save();
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  await retype('Uwagi', 'nowsza');
  receive(server);
  expect(await valueOf('Uwagi')).toBe('nowsza');
  expect(screen.queryByText(/^Te dane zmieniono, gdy je edytujesz\./)).toBeNull();
  await save();
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(2));
  expect(conflict()).toBeNull();
  // The user did not type the contact again. The contact is saved with the id that the server gave it.
  expect(writes.at(-1)).toEqual({
    version: 2,
    remark: 'nowsza',
    price: '800',
    contacts: [{ id: 5, text: 'Jan' }],
  });
});

test('a second save has no conflict even if the record of the first save has not arrived', async () => {
  const { writes, onSaved } = openForm();
  await retype('Uwagi', 'nowa');
  await save();
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  await retype('Uwagi', 'nowsza');
  await save();
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(2));
  expect(conflict()).toBeNull();
  expect(writes.map(({ version, remark }) => [version, remark])).toEqual([
    [1, 'nowa'],
    [2, 'nowsza'],
  ]);
});

test('a record that another user saves replaces an unchanged form; a changed form keeps its values and shows a warning', async () => {
  openForm();
  await field('Uwagi');
  receive({ ...OPENED, version: 2, price: '810' });
  expect(await valueOf('Cena')).toBe('810');
  await retype('Uwagi', 'nowa');
  receive({ ...OPENED, version: 3, price: '820' });
  await screen.findByText(/^Te dane zmieniono, gdy je edytujesz\./);
  expect([await valueOf('Uwagi'), await valueOf('Cena')]).toEqual(['nowa', '810']);
});

test("the conflict dialog shows another user's changes before the merged changes are saved", async () => {
  const { writes, onSaved } = openForm();
  server = { ...OPENED, version: 2, remark: 'cudza', price: '810' };
  await retype('Uwagi', 'nowa');
  await save();
  await screen.findByRole('dialog', { name: 'Ktoś zmienił ten rekord w międzyczasie' });
  await screen.findByRole('radio', { name: 'Uwagi. Zapisane przez drugą osobę: cudza' });
  expect(screen.getByText(/^Cena:/).textContent).toBe('Cena: 800 → 810');
  expect(writes).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz połączone zmiany' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(writes).toMatchObject([{ version: 2, remark: 'nowa', price: '810' }]);
});

test('a save returns the values that it has stored, with the changes of another user that it has merged', async () => {
  const { writes, onSaved } = openForm();
  await retype('Uwagi', 'nowa');
  await save();
  await waitFor(() => expect(onSaved).toHaveBeenLastCalledWith({ ...valuesOf(OPENED), remark: 'nowa' }));
  receive(server);
  await retype('Uwagi', 'nowsza');
  server = { ...server, version: 3, price: '810' };
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Zapisz połączone zmiany' }));
  const merged = { ...valuesOf(OPENED), remark: 'nowsza', price: '810' };
  await waitFor(() => expect(onSaved).toHaveBeenLastCalledWith(merged));
  expect(writes.at(-1)).toEqual({ ...merged, version: 3 });
});

test('closing the conflict dialog saves nothing and keeps the typed values', async () => {
  const { writes, onSaved } = openForm();
  server = { ...OPENED, version: 2, remark: 'cudza' };
  await retype('Uwagi', 'nowa');
  await save();
  await screen.findByRole('dialog', { name: 'Ktoś zmienił ten rekord w międzyczasie' });
  await userEvent.click(await screen.findByRole('button', { name: 'Wróć do formularza' }));
  await screen.findByText(/^Nie udało się zapisać\. /);
  expect(conflict()).toBeNull();
  expect(await valueOf('Uwagi')).toBe('nowa');
  expect([writes, onSaved.mock.calls]).toEqual([[], []]);
});

test('Escape closes the conflict dialog without a prompt after a choice, because the form keeps its values', async () => {
  openForm();
  server = { ...OPENED, version: 2, remark: 'cudza' };
  await retype('Uwagi', 'nowa');
  await save();
  const theirs = await screen.findByRole('radio', { name: 'Uwagi. Zapisane przez drugą osobę: cudza' });
  await userEvent.click(theirs);
  await waitFor(() => expect((theirs as HTMLInputElement).checked).toBe(true));
  await userEvent.keyboard('{Escape}');
  await screen.findByText(/^Nie udało się zapisać\. /);
  expect(conflict()).toBeNull();
  expect(await valueOf('Uwagi')).toBe('nowa');
});

test("the conflict dialog saves the other user's value where the user chooses it", async () => {
  const { writes, onSaved } = openForm();
  server = { ...OPENED, version: 2, remark: 'cudza' };
  await retype('Uwagi', 'nowa');
  await save();
  await userEvent.click(
    await screen.findByRole('radio', { name: 'Uwagi. Zapisane przez drugą osobę: cudza' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz połączone zmiany' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(writes).toMatchObject([{ version: 2, remark: 'cudza' }]);
});

test('if the record changes again while the conflict dialog is open, the dialog shows the new differences before the save', async () => {
  const { writes, onSaved } = openForm();
  server = { ...OPENED, version: 2, remark: 'cudza' };
  await retype('Uwagi', 'nowa');
  await save();
  const saveMerged = await screen.findByRole('button', { name: 'Zapisz połączone zmiany' });
  server = { ...OPENED, version: 3, remark: 'jeszcze inna', price: '820' };
  await userEvent.click(saveMerged);
  await screen.findByRole('radio', { name: 'Uwagi. Zapisane przez drugą osobę: jeszcze inna' });
  await screen.findByText(/Ktoś zmienił ten rekord jeszcze raz\./);
  expect(screen.getByText(/^Cena:/).textContent).toBe('Cena: 800 → 820');
  await userEvent.click(saveMerged);
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(writes).toMatchObject([{ version: 3, remark: 'nowa', price: '820' }]);
});
