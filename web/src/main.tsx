import './app/zod-setup.ts';
import '@fontsource-variable/inter';
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import './app/global.css';
import { MantineProvider } from '@mantine/core';
import { DatesProvider } from '@mantine/dates';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'dayjs/locale/pl';
import { ApiError } from './api/api-error.ts';
import { followConnection } from './app/connection.ts';
import { followFailedQueries } from './app/failed-queries.ts';
import { queryClient } from './app/query-client.ts';
import { router } from './app/router.tsx';
import { followNotFound, followSessionEnd } from './app/session-end.ts';
import { cssVariables, theme } from './app/theme.ts';
import { explainError } from './components/explain-error.ts';
import { ExplainProvider } from './ui/explain.ts';
import { NOTIFICATION_MS } from './ui/notify.tsx';

followSessionEnd();
followNotFound();
followConnection();
followFailedQueries(queryClient);

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');

/** A failed call that a part of the screen shows instead of itself is told there; the rest is a mistake of ours. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof ApiError)) reportError(error);
}

createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <DatesProvider settings={{ locale: 'pl', firstDayOfWeek: 1, weekendDays: [0, 6] }}>
        <QueryClientProvider client={queryClient}>
          <ExplainProvider value={explainError}>
            <ModalsProvider>
              <RouterProvider router={router} />
              <Notifications
                position="top-right"
                autoClose={NOTIFICATION_MS}
                limit={4}
                containerWidth={400}
              />
            </ModalsProvider>
          </ExplainProvider>
        </QueryClientProvider>
      </DatesProvider>
    </MantineProvider>
  </StrictMode>,
);
