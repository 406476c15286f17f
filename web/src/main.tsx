import './app/variables.css';
import './app/base.css';
import '@fontsource-variable/inter';
import './app/global.css';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/api-error.ts';
import { isServerThere } from './api/server-there.ts';
import { isSignInRoute, SignInEntry } from './app/door.tsx';
import { NotLoaded } from './app/not-loaded.tsx';
import { theme } from './app/theme.ts';

const element = document.querySelector('#root');
if (element === null) throw new Error('index.html has no #root');

/** A failed call that a part of the screen shows instead of itself is told there; the rest is a mistake of ours. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof ApiError)) reportError(error);
}

const root = createRoot(element, { onCaughtError });

const load = () => import('./app/application.tsx');

function draw(page: ReactNode): void {
  root.render(
    <StrictMode>
      {/* its variables are in variables.css, and no class of its breakpoints is used */}
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

/** Shows the application, after a sign-in at `href`. */
async function enter(href?: string): Promise<void> {
  const loaded = await load().catch(() => undefined);
  if (loaded !== undefined) {
    const { Application, router } = loaded;
    if (href !== undefined) router.history.replace(href);
    return draw(<Application />);
  }
  // Asked for again on the same page it may fail again: some browsers keep to the first answer, and a newer version
  // has other files.
  const openAnew = async () => {
    const isThere = await isServerThere();
    if (isThere) window.location.replace(href ?? window.location.href);
    return isThere;
  };
  if (href === undefined || !(await openAnew())) draw(<NotLoaded onRetry={openAnew} />);
}

if (isSignInRoute()) {
  if (window.location.pathname === '/') window.history.replaceState(null, '', '/login');
  draw(<SignInEntry prepare={() => void load().catch(() => undefined)} onEnter={enter} />);
} else void enter();
