import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { meQuery } from '../../api/session.ts';
import { deferResponse, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { SearchDialog } from './search-dialog.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const hits = (name: string) =>
  successReply({
    contracts: [],
    transports: [],
    contractors: [],
    carriers: [{ id: 1, name, nip: null, city: null }],
    invoices: [],
  });

test('while the results for the typed text are loading, Enter does not open a result for the previous text', async () => {
  const second = deferResponse();
  const sent = stubApi(({ url }) => (url.includes('Kowalski') ? hits('Kowalski') : second.respond()));
  const onClose = vi.fn<() => void>();
  renderInApp(
    () => <SearchDialog places={[]} onClose={onClose} />,
    (client) => client.setQueryData(meQuery.queryKey, { id: 1 } as never),
  );
  const field = await screen.findByRole('combobox');
  fireEvent.change(field, { target: { value: 'Kowalski' } });
  await screen.findByRole('option', { name: /Kowalski/ });

  fireEvent.change(field, { target: { value: 'Nowak' } });
  await waitFor(() => expect(sent).toHaveLength(2));
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onClose).not.toHaveBeenCalled();
  second.send(hits('Nowak'));
  await screen.findByRole('option', { name: /Nowak/ });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onClose).toHaveBeenCalledOnce();
});

/** Opens the dialog with these recent records and presses Enter on the first option. Returns the opened URL. */
async function openFirst(recent: readonly object[], typed?: string): Promise<URL> {
  localStorage.setItem('recent-records:1', JSON.stringify(recent));
  const opened = vi.fn<(href: string) => null>();
  vi.stubGlobal('open', opened);
  renderInApp(
    () => <SearchDialog places={[]} onClose={() => undefined} />,
    (client) => client.setQueryData(meQuery.queryKey, { id: 1 } as never),
  );
  const field = await screen.findByRole('combobox');
  if (typed !== undefined) fireEvent.change(field, { target: { value: typed } });
  await screen.findByRole('option');
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  expect(opened).toHaveBeenCalledOnce();
  return new URL(opened.mock.calls[0]?.[0] ?? '', 'https://spichlerz.test');
}

const storedRecords = (): { label: string; hint: string }[] =>
  JSON.parse(localStorage.getItem('recent-records:1') ?? '[]');

const TRANSPORT = {
  id: 7,
  registration_number: 'PO 12345',
  driver_name: 'Adam Kierowca',
  carrier_name: 'Kolos',
  supplier: 'Rolnik',
  recipient: 'Młyn',
  date_loading: '2026-11-25',
  status: 'NEW',
  purchase_id: 1,
  sales_id: 2,
};

test('a recent transport in the search dialog opens the list without the stored filters by status and loading day', async () => {
  stubApi(() =>
    successReply({ contracts: [], transports: [TRANSPORT], contractors: [], carriers: [], invoices: [] }),
  );
  const found = await openFirst([], 'PO 12345');
  expect([...found.searchParams.keys()]).toEqual(['search', 'status', 'dateLoadingFrom', 'dateLoadingTo']);
  const recent = storedRecords();
  expect(recent.map(({ hint }) => hint)).toEqual(['25/11/26 · Rolnik → Młyn · Adam Kierowca · Kolos']);
  cleanup();

  const again = await openFirst(recent);
  expect(again.pathname).toBe('/logistics');
  expect([...again.searchParams]).toEqual([
    ['search', 'PO 12345'],
    ['sort', 'date_loading.desc'],
  ]);
  expect(storedRecords()).toEqual(recent);
});
