import './kit.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { isNotFound, isUnreachable } from '../api/api-error.ts';
import { onFailedCall } from '../api/call.ts';
import { explainError } from '../components/explain-error.ts';
import { ExplainProvider } from '../ui/errors.ts';
import { closeAllConfirmations } from '../ui/overlay/confirm.ts';
import { Confirmations } from '../ui/overlay/confirmation-dialog.tsx';
import { AppNotifications } from '../ui/overlay/notify.tsx';
import { SharedTooltip } from '../ui/overlay/shared-tooltip.tsx';
import { checkConnection } from './connection.ts';
import { notifyFailedQueries } from './failed-queries.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { handleNotFound, handleSessionEnd } from './session-end.ts';
import { SignInDialog } from './sign-in-dialog.tsx';

export { router };

handleSessionEnd();
onFailedCall((error, isRead) => {
  if (isNotFound(error)) handleNotFound(error, isRead);
  if (isUnreachable(error)) checkConnection();
});
notifyFailedQueries(queryClient);
// a confirmation closes with the page that opened it, for example after the back button or a sign-out in
// another tab
router.subscribe('onBeforeLoad', ({ pathChanged }) => {
  if (pathChanged) closeAllConfirmations();
});

/** The whole application. The sign-in page opens before the application has loaded (sign-in-entry.tsx). */
export function Application() {
  return (
    <QueryClientProvider client={queryClient}>
      <ExplainProvider value={explainError}>
        <RouterProvider router={router} />
        <Confirmations />
        <SignInDialog />
        <AppNotifications />
        <SharedTooltip />
      </ExplainProvider>
    </QueryClientProvider>
  );
}
