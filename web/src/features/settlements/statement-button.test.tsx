import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { makeSettlementRow } from '../../testing/rows.ts';
import { StatementButton } from './statement-button.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ROWS = [
  makeSettlementRow({ transportId: 11, registrationNumber: 'GD 3C456', purchaseSettlementStatus: 'SETTLED' }),
  makeSettlementRow({
    transportId: 12,
    registrationNumber: 'WPN 66HF5',
    purchaseSettlementStatus: 'SETTLED',
  }),
  makeSettlementRow({ transportId: 13, registrationNumber: 'PO 12345', purchaseSettlementStatus: 'SETTLED' }),
];
const statement = (number: string, transportIds: number[]) => ({
  id: transportIds.length,
  number,
  side: 'purchase',
  day: '2026-09-03',
  transport_ids: transportIds,
  mails: [],
});

/** Stubs a server with the given statements, renders the button and clicks it. */
async function clickWith(list: ReturnType<typeof statement>[]) {
  const sent = stubApi(({ url }) => {
    if (url.startsWith('/contract/statement/list')) return successReply({ list });
    if (url === '/contract/statement/create') return successReply({ id: 9, number: 'RZ/2026/0009' });
    return new Response('%PDF', { headers: { 'content-disposition': 'attachment; filename="RZ.pdf"' } });
  });
  renderInApp(() => <StatementButton side="purchase" rows={ROWS} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Wystaw rozliczenie (3)' }));
  return () => sent.map(({ method, url }) => `${method} ${url.split('?')[0]}`);
}

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');
const LIST = 'GET /contract/statement/list';
const CREATED = [LIST, 'POST /contract/statement/create', 'GET /contract/print/statement/9'];

test('a statement is created without confirmation if none of its transports has a statement', async () => {
  const calls = await clickWith([]);
  await screen.findByText('Pobrano wydruk');
  expect(calls()).toEqual(CREATED);
});

test('the confirmation lists the existing statements of the transports, and "Anuluj" creates no statement', async () => {
  const calls = await clickWith([statement('RZ/2026/0003', [11]), statement('RZ/2026/0001', [11, 12])]);
  await screen.findByText('Wystawić kolejne rozliczenie?');
  expect(screen.getAllByRole('listitem', { hidden: true }).map((item) => plain(item.textContent))).toEqual([
    'RZ/2026/0003 z 03/09/2026: GD 3C456',
    'RZ/2026/0001 z 03/09/2026: GD 3C456; WPN 66HF5',
  ]);
  // the new statement has the current kilograms, which may have changed
  expect(screen.getByText(/^Nowe rozliczenie/).textContent).toBe(
    'Nowe rozliczenie otrzyma własny numer i obejmie także te transporty, z obecnymi ilościami i kwotami.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Anuluj', hidden: true }));
  await waitFor(() => expect(screen.queryByText('Wystawić kolejne rozliczenie?')).toBeNull());
  expect(calls()).toEqual([LIST]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a further statement of the same transports is created after the user confirms', async () => {
  const calls = await clickWith([statement('RZ/2026/0001', [11, 12])]);
  await userEvent.click(await screen.findByRole('button', { name: 'Wystaw kolejne', hidden: true }));
  await screen.findByText('Pobrano wydruk');
  expect(calls()).toEqual(CREATED);
});
