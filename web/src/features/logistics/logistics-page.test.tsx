import { keysToSnake } from '@spichlerz/shared/wire/case';
import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { meQuery } from '../../api/session.ts';
import { connectionLost, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { makeSettlementRow, makeTransportRow } from '../../testing/rows.ts';
import { LogisticsPage } from './logistics-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NO_WARNINGS = {
  joined: null,
  corrections: null,
  deleted_corrections: [],
  seller_nip: null,
  ksef_number_used_by: null,
  number_used_by: null,
};

const pageOf = (list: readonly object[]) =>
  successReply({ list: list.map(keysToSnake), filtered: list.length, total: list.length });

test('the typed number of a joint invoice stays when the only transport of the invoice disappears from the list', async () => {
  const row = makeTransportRow({
    status: 'TO_BE_SETTLED',
    purchaseSettlementStatus: 'SETTLED',
    salesSettlementStatus: 'TO_BE_SETTLED',
  });
  const settlement = makeSettlementRow({ purchaseSettlementStatus: 'SETTLED' });
  let transports = [row];
  stubApi(({ url }) => {
    if (url === '/invoice/check') return successReply(NO_WARNINGS);
    if (url.startsWith('/contract/get-transport-list')) return pageOf(transports);
    if (url.startsWith('/contract/settlement-purchase-list')) return pageOf([settlement]);
    return connectionLost();
  });
  const clients: QueryClient[] = [];
  renderInApp(LogisticsPage, (client) => {
    clients.push(client);
    client.setDefaultOptions({ queries: { retry: false } });
    client.setQueryData(meQuery.queryKey, { id: 1, role: 'USER' } as never);
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: /PO 12345/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Faktura zakupu (1)' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /^Nr faktury/ }), 'FZ/9');
  transports = [];
  await act(async () => clients[0]?.invalidateQueries({ queryKey: ['transport'] }));
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /PO 12345/, hidden: true })).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Nr faktury/ }).value).toBe('FZ/9');
});
