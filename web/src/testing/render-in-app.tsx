import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

/** Shows a part of a screen with what the application has around it; nothing is asked of a server, `load` says what is known. */
export function renderInApp(part: () => ReactNode, load?: (client: QueryClient) => void): void {
  const router = createRouter({
    history: createMemoryHistory(),
    routeTree: createRootRoute({ component: part }),
  });
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  load?.(client);
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}
