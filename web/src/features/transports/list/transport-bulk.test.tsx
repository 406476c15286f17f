import type { Role } from '@spichlerz/shared/domain/role';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { connectionLost, errorReply, stubApi, successReply } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { makeTransportRow } from '../../../testing/rows.ts';
import { TransportBulk } from './transport-bulk.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const transport = (id: number) => makeTransportRow({ id, registrationNumber: `PO ${id}` });

const ROLE: Role = 'USER';
type Change = { transport_id: number; version: number };

/** Opens the bulk action of these transports and sets the status ON_THE_WAY for all of them. */
async function sendAll(ids: readonly number[], onChange: (ids: ReadonlySet<number>) => void): Promise<void> {
  cleanup();
  const selection = { rows: ids.map(transport), ids: new Set(ids), onChange, clear: () => undefined };
  renderInApp(() => <TransportBulk selection={selection} role={ROLE} onOpen={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Zmień status' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'W drodze' }));
  const dialog = await screen.findByRole('dialog', { name: 'Zmienić status na „W drodze”?' });
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Zmień status' }));
}

test('a transport stays selected if the response of its status change was lost; the next attempt counts it as changed', async () => {
  const changed = new Set<number>();
  const sent: Change[] = [];
  stubApi(({ method, url, body }) => {
    const id = Number(url.split('/').at(-1));
    if (method === 'GET')
      return successReply({ id, version: 4, status: changed.has(id) ? 'ON_THE_WAY' : 'NEW' });
    const change = body as Change;
    sent.push(change);
    if (changed.has(change.transport_id)) return errorReply(409, 'CONFLICT');
    // The first call of transport 2 is executed, but its response is lost.
    changed.add(change.transport_id);
    return change.transport_id === 2 ? connectionLost() : successReply(true);
  });
  const onChange = vi.fn<(ids: ReadonlySet<number>) => void>();
  await sendAll([1, 2], onChange);
  await screen.findByText(/^Zmieniono: 1, odrzucono: 1\./);
  expect(screen.getAllByRole('listitem')[1]?.textContent).toMatch(/^PO 2Brak połączenia z serwerem\./);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(new Set([2]));

  await sendAll([2], onChange);
  await screen.findByText('1 transport: W drodze.');
  expect(onChange).toHaveBeenLastCalledWith(new Set());
  expect(sent.map(({ transport_id, version }) => [transport_id, version])).toEqual([
    [1, 3],
    [2, 3],
    [2, 3],
  ]);
});

test('the confirmation that cancels several transports has no button "Anuluj"', async () => {
  const sent = stubApi(connectionLost);
  const ids = [1, 2];
  const selection = {
    rows: ids.map(transport),
    ids: new Set(ids),
    onChange: () => undefined,
    clear: () => undefined,
  };
  renderInApp(() => <TransportBulk selection={selection} role={ROLE} onOpen={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Zmień status' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Anulowany' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Zmienić status na „Anulowany”?' }));
  expect(dialog.queryByRole('button', { name: 'Anuluj' })).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Nie zmieniaj' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([]);
});
