import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useParams,
} from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { defineListParams, useListParams } from './list-params.ts';
import { useKeptRows } from './use-kept-rows.ts';

afterEach(cleanup);

const definition = defineListParams({ sort: ['id'], order: 'id ASC' });
const ROWS: Readonly<Record<string, { id: number }[]>> = { wheat: [{ id: 1 }, { id: 2 }], rye: [{ id: 3 }] };

test('a changed row of one raw material does not appear in the list of another raw material', async () => {
  const root = createRootRoute();
  const route = createRoute({
    getParentRoute: () => root,
    path: '/contracts/$material',
    component: () => {
      const list = useListParams(definition);
      const { material = '' }: { material?: string } = useParams({ strict: false });
      const rows = ROWS[material] ?? [];
      const { query, keep } = useKeptRows<{ id: number }, typeof list.params>({
        query: {
          data: { list: rows, filtered: rows.length, total: rows.length },
          error: null,
          isFetching: false,
          isPlaceholderData: false,
          dataUpdatedAt: 0,
          refetch: () => undefined,
        },
        list,
      });
      return (
        <>
          <button
            type="button"
            onClick={() => keep(2, {}, { topic: 'test', read: () => Promise.resolve({}) })}
          >
            keep
          </button>
          <output>{query.data?.list.map(({ id }) => id).join()}</output>
        </>
      );
    },
  });
  const router = createRouter({
    history: createMemoryHistory({ initialEntries: ['/contracts/wheat'] }),
    routeTree: root.addChildren([route]),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'keep' }));
  expect(screen.getByRole('status').textContent).toBe('1,2');
  await act(async () => router.navigate({ to: '/contracts/rye' } as never));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('3'));
});
