import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { notifyError, notifySuccess } from './notify.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const after = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

async function openApp() {
  renderInApp(() => <h1>Logistyka</h1>);
  await screen.findByRole('heading', { name: 'Logistyka' });
}

test('the notifications of two successive changes both have an undo button', async () => {
  await openApp();
  const undo = { label: 'Cofnij', onClick: () => undefined };
  act(() => {
    notifySuccess('Status transportu PO 1: Oczekuje.', undefined, undo);
    notifySuccess('Status transportu PO 2: Oczekuje.', undefined, undo);
  });
  expect(await screen.findAllByRole('button', { name: 'Cofnij' })).toHaveLength(2);
});

test('repeating a notification restarts its display time', async () => {
  await openApp();
  vi.useFakeTimers();
  act(() => notifyError('Brak połączenia z serwerem.'));
  await after(4);
  act(() => notifyError('Brak połączenia z serwerem.'));
  await after(4);
  expect(screen.getByText('Brak połączenia z serwerem.')).toBeTruthy();
  await after(2);
  expect(screen.queryByText('Brak połączenia z serwerem.')).toBeNull();
});
