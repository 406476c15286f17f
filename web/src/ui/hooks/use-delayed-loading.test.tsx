import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDelayedLoading } from './use-delayed-loading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function advance(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

function renderLoading() {
  return renderHook(({ isLoading }) => useDelayedLoading(isLoading), { initialProps: { isLoading: true } });
}

test('useDelayedLoading returns true from 200 ms after the start of a load until the load ends', () => {
  const { result, rerender } = renderLoading();
  advance(199);
  expect(result.current).toBe(false);
  advance(1);
  expect(result.current).toBe(true);
  rerender({ isLoading: false });
  expect(result.current).toBe(false);
});

test('useDelayedLoading returns false for a load shorter than 200 ms; the next load starts a new delay', () => {
  const { result, rerender } = renderLoading();
  advance(150);
  rerender({ isLoading: false });
  rerender({ isLoading: true });
  advance(150);
  expect(result.current).toBe(false);
});

test('a load that follows a load longer than 200 ms starts a new delay', () => {
  const { result, rerender } = renderLoading();
  advance(300);
  rerender({ isLoading: false });
  rerender({ isLoading: true });
  expect(result.current).toBe(false);
});
