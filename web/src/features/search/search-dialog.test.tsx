import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { meQuery } from '../../api/session.ts';
import { deferResponse, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { SearchDialog } from './search-dialog.tsx';

afterEach(() => {
  cleanup();
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

test('Enter opens no result of the previous text while the results of the typed text are loading', async () => {
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
