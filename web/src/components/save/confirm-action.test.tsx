import { endpoint } from '@spichlerz/shared/wire/endpoint';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import {
  connectionLost,
  deferResponse,
  errorReply,
  FAILURES,
  stubApi,
  successReply,
  TEST_ENDPOINT,
} from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { closeAllConfirmations, confirmAction } from '../../ui/overlay/confirm.ts';

/* Every screen deletes a record by confirmAction and a DELETE call. */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const deleteThing = endpoint({
  ...TEST_ENDPOINT,
  method: 'DELETE',
  path: '/thing/:id',
  params: z.object({ id: z.number() }),
  reply: z.literal(true),
});

/** Opens the confirmation of a deletion. Returns the callback that runs after a successful deletion. */
async function requestDeletion() {
  const onDeleted = vi.fn<() => void>();
  renderInApp(() => 'Lista');
  await screen.findByText('Lista');
  act(() =>
    confirmAction({
      title: 'Usunąć rzecz?',
      message: 'Tej czynności nie można cofnąć.',
      confirmLabel: 'Usuń',
      danger: true,
      action: async () => {
        await call(deleteThing, { params: { id: 7 } });
        onDeleted();
      },
    }),
  );
  await screen.findByRole('dialog', { name: 'Usunąć rzecz?' });
  return onDeleted;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a confirmation stays open and shows the reason after each failure, and closes when a retry succeeds', async () => {
  let reply: () => Response | Promise<Response> = connectionLost;
  const sent = stubApi(() => reply());
  const onDeleted = await requestDeletion();
  for (const [sentence, respond] of FAILURES) {
    reply = respond;
    await press('Usuń');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(sentence));
  }
  expect(onDeleted).not.toHaveBeenCalled();
  reply = () => successReply(true);
  await press('Usuń');
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent).toHaveLength(FAILURES.length + 1);
});

test('a deletion with a lost response succeeds on retry, although the record no longer exists', async () => {
  let isDeleted = false;
  stubApi(() => {
    if (isDeleted) return errorReply(404, 'NOT_FOUND');
    isDeleted = true;
    return connectionLost();
  });
  const onDeleted = await requestDeletion();
  await press('Usuń');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Brak połączenia z serwerem.'));
  await press('Usuń');
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('closeAllConfirmations closes every confirmation except one whose action is running', async () => {
  const { respond, send } = deferResponse();
  stubApi(respond);
  const onDeleted = await requestDeletion();
  await press('Usuń');
  await press('Anuluj');
  act(closeAllConfirmations);
  screen.getByRole('dialog', { name: 'Usunąć rzecz?' });
  send(successReply(true));
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());

  cleanup();
  const notDeleted = await requestDeletion();
  act(closeAllConfirmations);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(notDeleted).not.toHaveBeenCalled();
});
