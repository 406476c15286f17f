import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useLocalStorage } from './use-local-storage.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('a value that one component stores is returned to all components, including components that mount later', () => {
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

test('useLocalStorage returns the new value after another browser window has stored a value', () => {
  const { result } = renderHook(() => useLocalStorage('narrow'));
  act(() => {
    localStorage.setItem('narrow', 'yes');
    window.dispatchEvent(new StorageEvent('storage', { key: 'narrow', newValue: 'yes' }));
  });
  expect(result.current[0]).toBe('yes');
});
