import type { Role } from '@spichlerz/shared/domain/role';
import { keysToCamel, keysToSnake } from '@spichlerz/shared/wire/case';
import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { useQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { transportListQuery } from '../../../api/transports.ts';
import { errorReply, stubApi, successReply } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { makeTransportRow } from '../../../testing/rows.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { ListColumn } from '../../../ui/table/data-table-props.ts';
import { useLocalListParams } from '../../../ui/table/list-params.ts';
import { transportListParams, transportQueryOf } from './transport-list-params.ts';
import { TransportStatusMenu } from './transport-status-menu.tsx';

/* A transport whose status is changed in the list, so that it no longer matches the filter. Later it changes
   again or is deleted. */

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ROLE: Role = 'USER';

const COLUMNS: ListColumn<TransportRow>[] = [
  { id: 'registration', label: 'Nr rej.', cell: (row) => row.registrationNumber },
  {
    id: 'status',
    label: 'Status',
    cell: (row) => <TransportStatusMenu row={row} role={ROLE} onOpen={() => undefined} />,
  },
];

/** Renders the list of new transports of a server that stores one transport. */
function openNewTransports() {
  const server: { row: TransportRow | null } = { row: makeTransportRow() };
  stubApi(({ method, url, body }) => {
    const { row } = server;
    if (url.startsWith('/contract/get-transport-list')) {
      const list = row?.status === 'NEW' ? [keysToSnake(row)] : [];
      return successReply({ list, filtered: list.length, total: 1 });
    }
    if (row === null) return errorReply(404, 'NOT_FOUND');
    if (method === 'GET') return successReply(keysToSnake(row));
    const { status, version } = keysToCamel(body) as TransportRow;
    if (version !== row.version) return errorReply(409, 'CONFLICT');
    server.row = { ...row, status, version: version + 1 };
    return successReply(true);
  });
  renderInApp(() => {
    const list = useLocalListParams(transportListParams);
    const query = useQuery({ ...transportListQuery(transportQueryOf(list.params)), enabled: true });
    const invalidateTopic = useInvalidateTopic();
    return (
      <>
        <button type="button" onClick={() => void invalidateTopic('transport')}>
          refetch
        </button>
        <button type="button" onClick={list.reread}>
          reread
        </button>
        <DataTable
          label="Transporty"
          columns={COLUMNS}
          query={query}
          list={list}
          rowName={(row) => row.registrationNumber}
          empty={{ title: 'Pusto' }}
        />
      </>
    );
  });
  return server;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function changeStatus(from: string, to: string) {
  const name = `Zmień status transportu: ${from}`;
  // hovering loads the menu, which replaces the button
  await userEvent.hover(await screen.findByRole('button', { name }));
  await press(name);
  await userEvent.click(await screen.findByRole('menuitem', { name: to }));
  await press('Zmień status');
}

const goneRow = (text: string) =>
  waitFor(() => expect(screen.getByText(text).closest('tr')?.dataset['gone']).toBe('true'));

test('a transport that no longer matches the filter shows later changes, and its status can be changed again', async () => {
  const server = openNewTransports();
  await changeStatus('Nowy', 'Oczekuje');
  await goneRow('PO 12345');

  server.row = makeTransportRow({ status: 'WAITING', version: 5, registrationNumber: 'PO 99999' });
  await press('refetch');
  await goneRow('PO 99999');

  await changeStatus('Oczekuje', 'W drodze');
  await screen.findByText('Status transportu PO 99999: W drodze.');
  expect(server.row).toMatchObject({ status: 'ON_THE_WAY', version: 6 });
  await screen.findByRole('button', { name: 'Zmień status transportu: W drodze' });

  await press('reread');
  await screen.findByText('Pusto');
});

test('after a rejected status change, a transport that no longer matches the filter shows its stored values', async () => {
  const server = openNewTransports();
  await changeStatus('Nowy', 'Oczekuje');
  await goneRow('PO 12345');
  server.row = makeTransportRow({ status: 'WAITING', version: 9, registrationNumber: 'PO 99999' });
  await changeStatus('Oczekuje', 'W drodze');
  await goneRow('PO 99999');
  await changeStatus('Oczekuje', 'W drodze');
  await screen.findByText('Status transportu PO 99999: W drodze.');
  expect(server.row).toMatchObject({ status: 'ON_THE_WAY', version: 10 });
});

test('a transport that no longer matches the filter disappears when it is deleted', async () => {
  const server = openNewTransports();
  await changeStatus('Nowy', 'Oczekuje');
  await goneRow('PO 12345');
  server.row = null;
  await press('refetch');
  await waitFor(() => expect(screen.queryByText('PO 12345')).toBeNull());
});
