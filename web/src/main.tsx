import './app/variables.css';
import './app/base.css';
import './app/font/inter.css';
import './app/global.css';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/api-error.ts';
import { isServerReachable } from './api/send.ts';
import { isSignInRoute, SignInEntry } from './app/sign-in-entry.tsx';
import { NotLoaded } from './app/sign-in-frame.tsx';
import { theme } from './app/theme.ts';

const element = document.querySelector('#root');
if (element === null) throw new Error('index.html has no #root');

/** An ApiError is shown by an error boundary; any other error is a programming error. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof ApiError)) reportError(error);
}

const root = createRoot(element, { onCaughtError });

const loadApplication = () => import('./app/application.tsx');

function renderPage(page: ReactNode): void {
  root.render(
    <StrictMode>
      {/* The provider writes no styles: variables.css has Mantine's variables, and the application uses no
          class of Mantine's breakpoints. */}
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        {page}
      </MantineProvider>
    </StrictMode>,
  );
}

/** Shows the application. `href` is the page to open after a sign-in. */
async function showApplication(href?: string): Promise<void> {
  const loaded = await loadApplication().catch(() => undefined);
  if (loaded !== undefined) {
    const { Application, router } = loaded;
    if (href !== undefined) router.history.replace(href);
    // until the first page can be rendered, the frame of index.html or the sign-in page stays
    await router.load();
    return renderPage(<Application />);
  }
  // Some browsers cache a failed import, and a newer version has other file names, so only a reload helps.
  const reload = async () => {
    const isThere = await isServerReachable();
    if (isThere) window.location.replace(href ?? window.location.href);
    return isThere;
  };
  if (href === undefined || !(await reload())) renderPage(<NotLoaded onRetry={reload} />);
}

if (isSignInRoute()) {
  if (window.location.pathname === '/') window.history.replaceState(null, '', '/login');
  renderPage(
    <SignInEntry
      preloadApplication={() => void loadApplication().catch(() => undefined)}
      onEnter={showApplication}
    />,
  );
} else void showApplication();
