import { createAtom, useSelector } from '@tanstack/react-store';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { ConflictNotice } from './conflict-notice.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const isShown = createAtom(true);

function Example() {
  return useSelector(isShown) ? <ConflictNotice changes={[]} onLoadCurrent="shown" /> : 'Formularz';
}

test('the conflict notice scrolls into view when it appears; its removal causes no error', async () => {
  // Newer browsers return a promise from scrollIntoView. An effect that returned it would give React a wrong
  // cleanup.
  const scroll = vi
    .spyOn(Element.prototype, 'scrollIntoView')
    .mockImplementation(() => Promise.resolve() as never);
  renderInApp(Example);
  await screen.findByRole('alert');
  expect(scroll).toHaveBeenCalledOnce();
  act(() => isShown.set(false));
  await screen.findByText('Formularz');
});
