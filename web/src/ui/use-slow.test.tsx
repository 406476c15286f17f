import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDelayedLoading } from './use-slow.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

function start() {
  return renderHook(({ isGoingOn }) => useDelayedLoading(isGoingOn), { initialProps: { isGoingOn: true } });
}

test('what takes long is told after a moment, until it ends', () => {
  const { result, rerender } = start();
  pass(199);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
  rerender({ isGoingOn: false });
  expect(result.current).toBe(false);
});

test('what is quick is never told, and the next starts anew', () => {
  const { result, rerender } = start();
  pass(150);
  rerender({ isGoingOn: false });
  rerender({ isGoingOn: true });
  pass(150);
  expect(result.current).toBe(false);
});

test('after a slow one the next starts anew as well', () => {
  const { result, rerender } = start();
  pass(300);
  rerender({ isGoingOn: false });
  rerender({ isGoingOn: true });
  expect(result.current).toBe(false);
});
