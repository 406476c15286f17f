import './kit.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { explainError } from '../components/explain-error.ts';
import { withdrawQuestions } from '../ui/dialog/confirm.ts';
import { Questions } from '../ui/dialog/questions.tsx';
import { ExplainProvider } from '../ui/explain.ts';
import { Notices } from '../ui/notices.tsx';
import { Tips } from '../ui/tips.tsx';
import { followConnection } from './connection.ts';
import { followFailedQueries } from './failed-queries.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { followNotFound, followSessionEnd } from './session-end.ts';
import { SignInDialog } from './sign-in-dialog.tsx';

export { router };

followSessionEnd();
followNotFound();
followConnection();
followFailedQueries(queryClient);
// what is asked on a page goes with it: by the back button, or when its person signs out in another tab
router.subscribe('onBeforeLoad', ({ pathChanged }) => {
  if (pathChanged) withdrawQuestions();
});

/** Everything but the sign-in page somebody opens first, which does not wait for it (door.tsx). */
export function Application() {
  return (
    <QueryClientProvider client={queryClient}>
      <ExplainProvider value={explainError}>
        <RouterProvider router={router} />
        <Questions />
        <SignInDialog />
        <Notices />
        <Tips />
      </ExplainProvider>
    </QueryClientProvider>
  );
}
