import './app/base.css';
import '@fontsource-variable/inter';
import './app/global.css';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/api-error.ts';
import { Door, isAtDoor } from './app/door.tsx';
import { NotLoaded } from './app/not-loaded.tsx';
import { cssVariables, theme } from './app/theme.ts';

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
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        {page}
      </MantineProvider>
    </StrictMode>,
  );
}

async function enter(href?: string): Promise<void> {
  const loaded = await load().catch(() => undefined);
  if (loaded === undefined) return draw(<NotLoaded onRetry={() => void enter(href)} />);
  const { Application, router } = loaded;
  if (href !== undefined) router.history.replace(href);
  draw(<Application />);
}

if (isAtDoor()) {
  if (window.location.pathname === '/') window.history.replaceState(null, '', '/login');
  draw(<Door load={load} onEnter={(href) => void enter(href)} />);
} else void enter();
