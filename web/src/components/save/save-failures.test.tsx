import { endpoint } from '@spichlerz/shared/wire/endpoint';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import {
  connectionLost,
  deferResponse,
  endTimeouts,
  errorReply,
  FAILURES,
  NO_RESPONSE,
  noResponse,
  stubApi,
  successReply,
  TEST_ENDPOINT,
} from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { FormShell } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';

/* Failed saves and their retries, in the two forms that all screens use: the form on a page and the form in a
   dialog. */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const createThing = endpoint({
  ...TEST_ENDPOINT,
  method: 'POST',
  path: '/thing',
  body: z.object({ name: z.string() }),
  reply: z.object({ id: z.number() }),
  creates: true,
});
const create = (body: { name: string }) => call(createThing, { body });
const schema = z.object({ name: z.string().min(1) });
const CONFIRMATION = { title: 'Dodać rzecz?', message: 'Powstanie nowa rzecz.', confirmLabel: 'Dodaj' };

type Callbacks = { onSaved: (result: { id: number }) => void; onClose: () => void };

function Example({ kind, onSaved, onClose, isConfirmed }: Callbacks & { kind: Kind; isConfirmed: boolean }) {
  const form = useZodForm(schema, { name: '' });
  const saving = {
    form,
    onSave: create,
    onSaved,
    ...(isConfirmed && { confirm: () => CONFIRMATION }),
  };
  const field = <TextField control={form.control} name="name" label="Nazwa" />;
  return kind === 'page' ? (
    <FormShell {...saving} onCancel={onClose}>
      {field}
    </FormShell>
  ) : (
    <FormDialog {...saving} title="Nowa rzecz" onClose={onClose}>
      {field}
    </FormDialog>
  );
}

const KINDS = ['page', 'dialog'] as const;
type Kind = (typeof KINDS)[number];

const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Nazwa' });
const saveButton = () => screen.getByRole('button', { name: 'Zapisz' });
const save = () => userEvent.click(saveButton());
/**
 * The sentence next to the save button. The notification has the same sentence without „Nie udało się zapisać.”
 */
const failure = (sentence: string) =>
  screen.findByText((text) => text.startsWith(`Nie udało się zapisać. ${sentence}`));
const isLocked = async () => (await nameField()).closest('fieldset')?.hasAttribute('inert') ?? false;

/** Opens the form and types a name. */
async function fillForm(kind: Kind, { isConfirmed = false } = {}) {
  const callbacks = { onSaved: vi.fn<Callbacks['onSaved']>(), onClose: vi.fn<Callbacks['onClose']>() };
  renderInApp(() => <Example kind={kind} isConfirmed={isConfirmed} {...callbacks} />);
  await userEvent.type(await nameField(), 'Ziarno');
  return callbacks;
}

describe.each(KINDS)('a form that is shown as a %s', (kind) => {
  test('keeps the typed value after every kind of failure and is saved when an attempt succeeds', async () => {
    let reply: () => Response | Promise<Response> = connectionLost;
    const sent = stubApi(() => reply());
    const { onSaved, onClose } = await fillForm(kind);
    for (const [sentence, respond] of [...FAILURES, [NO_RESPONSE, noResponse] as const]) {
      if (respond === noResponse) endTimeouts();
      reply = respond;
      await save();
      await failure(sentence);
      expect((await nameField()).value).toBe('Ziarno');
      expect(await isLocked()).toBe(false);
      expect(saveButton().getAttribute('aria-disabled')).toBeNull();
    }
    expect(onSaved).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();

    vi.restoreAllMocks();
    reply = () => successReply({ id: 7 });
    await save();
    await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith({ id: 7 }));
    expect(onClose).toHaveBeenCalledTimes(kind === 'dialog' ? 1 : 0);
    expect(screen.queryByText(/^Nie udało się zapisać\./)).toBeNull();
    expect(sent.map(({ body }) => body)).toEqual(sent.map(() => ({ name: 'Ziarno' })));
  });

  test('repeats a save with the same idempotency key, but uses a new key after its input changes', async () => {
    const sent = stubApi(connectionLost);
    await fillForm(kind);
    for (const saved of [1, 2]) {
      await save();
      await waitFor(() => expect(sent).toHaveLength(saved));
      await failure('Brak połączenia z serwerem.');
    }
    await userEvent.type(await nameField(), ' 2');
    await save();
    await waitFor(() => expect(sent).toHaveLength(3));
    const [first, second, third] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).toBeTruthy();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('shows an error of a field at the field and not next to the save button', async () => {
    stubApi(() =>
      Response.json(
        {
          success: false,
          result: {
            message_code: 'NAME_IS_DUPLICATED',
            fields: [{ path: 'name', code: 'NAME_IS_DUPLICATED' }],
          },
        },
        { status: 409 },
      ),
    );
    await fillForm(kind);
    await save();
    await screen.findByText('Nie udało się zapisać.');
    expect((await nameField()).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(await nameField());
  });

  test('is locked and stays open during a save, and sends one request for two submissions', async () => {
    const { respond, send } = deferResponse();
    const sent = stubApi(respond);
    const { onSaved, onClose } = await fillForm(kind);
    const form = saveButton().closest('form');
    if (form === null) throw new Error('The form has no element');
    // The second submission arrives before React has rendered the first one.
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(await isLocked()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText('Porzucić zmiany?')).toBeNull();
    send(errorReply(503, 'MISSING_DATABASE'));
    await failure('Baza danych jest chwilowo niedostępna.');
    const notification = await screen.findByRole('alert');
    expect(notification.textContent).toContain('Baza danych jest chwilowo niedostępna.');
    expect(sent).toHaveLength(1);
    expect(onClose).not.toHaveBeenCalled();
    expect(onSaved).not.toHaveBeenCalled();
  });

  test('requires a confirmation before each attempt and sends nothing until the user confirms', async () => {
    const sent = stubApi(connectionLost);
    await fillForm(kind, { isConfirmed: true });
    for (const attempt of [1, 2]) {
      await save();
      expect(sent).toHaveLength(attempt - 1);
      await userEvent.click(await screen.findByRole('button', { name: 'Dodaj' }));
      await waitFor(() => expect(sent).toHaveLength(attempt));
      await failure('Brak połączenia z serwerem.');
      expect((await nameField()).value).toBe('Ziarno');
    }
  });
});

test('a dialog that stays open after a save requires a confirmation before it discards newer input', async () => {
  const sent = stubApi(() => successReply({ id: 7 }));
  const onClose = vi.fn<() => void>();
  renderInApp(() => {
    const form = useZodForm(schema, { name: 'Ziarno' });
    return (
      <FormDialog title="Nowa rzecz" form={form} onSave={create} onClose={onClose} staysOpen allowUnchanged>
        <TextField control={form.control} name="name" label="Nazwa" />
      </FormDialog>
    );
  });
  await nameField();
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(async () => expect(await isLocked()).toBe(false));
  await userEvent.type(await nameField(), ' 2');
  await userEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
  await screen.findByText('Porzucić zmiany?');
  expect(onClose).not.toHaveBeenCalled();
});
