import { keysToSnake } from '@spichlerz/shared/wire/case';
import type { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { isNotFound } from '../../api/api-error.ts';
import { onFailedCall } from '../../api/call.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { useRawMaterial } from './use-raw-material.ts';

afterEach(() => {
  cleanup();
  onFailedCall(() => undefined);
  vi.unstubAllGlobals();
});

const MATERIAL = {
  id: 7,
  name: 'Pszenica',
  displayOrder: 1,
  version: 1,
  parameters: [],
  variants: [],
  qualityOptions: [],
};

function Example() {
  const query = useRawMaterial(7);
  return <QueryBoundary query={query}>{({ name }) => <input aria-label={name} />}</QueryBoundary>;
}

test('the page of a raw material that another user deletes keeps typed text and reports the missing record', async () => {
  let list = [MATERIAL];
  stubApi(() => successReply({ list: list.map(keysToSnake), filtered: list.length, total: list.length }));
  const reported = vi.fn<(error: unknown, isRead: boolean) => void>();
  onFailedCall(reported);
  const clients: QueryClient[] = [];
  renderInApp(Example, (client) => {
    clients.push(client);
    client.setDefaultOptions({ queries: { retry: false } });
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Pszenica' }), 'ozima');
  list = [];
  await act(async () => clients[0]?.invalidateQueries({ queryKey: ['material'] }));
  await waitFor(() => expect(reported).toHaveBeenCalledOnce());
  expect(isNotFound(reported.mock.calls[0]?.[0])).toBe(true);
  expect(reported.mock.calls[0]?.[1]).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Pszenica' }).value).toBe('ozima');
});
