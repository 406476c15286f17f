import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

/**
 * Renders a component with the providers of the application. No queries run; `seedCache` sets the cached
 * data.
 */
export function renderInApp(content: () => ReactNode, seedCache?: (client: QueryClient) => void): void {
  const router = createRouter({
    history: createMemoryHistory(),
    routeTree: createRootRoute({ component: content }),
  });
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  seedCache?.(client);
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}
