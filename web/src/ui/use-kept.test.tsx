import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useLocalStorage } from './use-kept.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('what is kept shows at once, wherever it is read, and is still there later', () => {
  const one = renderHook(() => useLocalStorage('narrow'));
  const other = renderHook(() => useLocalStorage('narrow'));
  expect(one.result.current[0]).toBeNull();
  act(() => one.result.current[1]('yes'));
  expect(one.result.current[0]).toBe('yes');
  expect(other.result.current[0]).toBe('yes');
  expect(renderHook(() => useLocalStorage('narrow')).result.current[0]).toBe('yes');
  act(() => other.result.current[1](null));
  expect(one.result.current[0]).toBeNull();
  expect(localStorage.getItem('narrow')).toBeNull();
});

test('another window of the browser tells of its change', () => {
  const { result } = renderHook(() => useLocalStorage('narrow'));
  act(() => {
    localStorage.setItem('narrow', 'yes');
    window.dispatchEvent(new StorageEvent('storage', { key: 'narrow', newValue: 'yes' }));
  });
  expect(result.current[0]).toBe('yes');
});
