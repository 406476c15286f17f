import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { explainError } from '../components/explain-error.ts';
import { ExplainProvider } from '../ui/errors.ts';
import { closeAllConfirmations } from '../ui/overlay/confirm.ts';
import { Confirmations } from '../ui/overlay/confirmation-dialog.tsx';
import { AppNotifications } from '../ui/overlay/notify.tsx';

// An autosizing textarea uses document.fonts, which happy-dom lacks. All tests share the document.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

/**
 * Renders a component with the providers of the application. By default no queries run. `seedCache` sets the
 * cached data or other defaults.
 */
export function renderInApp(content: () => ReactNode, seedCache?: (client: QueryClient) => void): void {
  const router = createRouter({
    history: createMemoryHistory(),
    routeTree: createRootRoute({ component: content }),
  });
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false, retry: false } } });
  seedCache?.(client);
  // Notifications and confirmations are stored outside React and may be those of an earlier test.
  notifications.clean();
  closeAllConfirmations();
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <ExplainProvider value={explainError}>
          <RouterProvider router={router as never} />
          <Confirmations />
          <AppNotifications />
        </ExplainProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );
}
