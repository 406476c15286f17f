import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
// imported before the tests, so that only the tests' own timers are faked
import '../features/contracts/list/preload-contracts.ts';
import { LOADING_DELAY_MS } from '../ui/hooks/use-delayed-loading.ts';
import { loadContract } from './preload.ts';

let hasTouchScreen = false;

beforeEach(() => {
  hasTouchScreen = false;
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: hasTouchScreen }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type StartOptions = { isFirstPage?: boolean; cause?: 'enter' | 'preload' };

/** Opens a contract. The request gets no response until the caller calls `respond` or `fail`. */
async function openContract({ isFirstPage = true, cause = 'enter' }: StartOptions = {}) {
  const queryClient = new QueryClient();
  let end: ((error?: Error) => void) | undefined;
  const prefetch = vi.spyOn(queryClient, 'prefetchQuery').mockReturnValue(
    new Promise((resolve, reject) => {
      end = (error) => (error === undefined ? resolve() : reject(error));
    }),
  );
  const onShown = vi.fn<() => void>();
  void loadContract('purchase', {
    cause,
    params: { id: '7' },
    context: { queryClient, isFirstPage: () => isFirstPage },
    location: { search: {} },
  }).then(onShown);
  await vi.dynamicImportSettled();
  return { prefetch, onShown, respond: () => end?.(), fail: () => end?.(new Error('no connection')) };
}

test('the first page waits for its data, but no longer than the loading delay', async () => {
  const { prefetch, onShown } = await openContract();
  await vi.advanceTimersByTimeAsync(LOADING_DELAY_MS - 1);
  expect(prefetch).toHaveBeenCalledTimes(1);
  expect(onShown).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onShown).toHaveBeenCalledTimes(1);
});

test.each(['respond', 'fail'] as const)(
  'the first page is shown as soon as %s() ends its request',
  async (end) => {
    const opened = await openContract();
    await vi.advanceTimersByTimeAsync(LOADING_DELAY_MS / 2);
    expect(opened.onShown).not.toHaveBeenCalled();
    opened[end]();
    await vi.advanceTimersByTimeAsync(0);
    expect(opened.onShown).toHaveBeenCalledTimes(1);
  },
);

test('every page but the first is shown at once, while its data is requested', async () => {
  const { prefetch, onShown } = await openContract({ isFirstPage: false });
  expect(prefetch).toHaveBeenCalledTimes(1);
  expect(onShown).toHaveBeenCalledTimes(1);
});

test('a hovered link preloads the data of its page, but not on a touch screen', async () => {
  const pointed = await openContract({ isFirstPage: false, cause: 'preload' });
  hasTouchScreen = true;
  const touched = await openContract({ isFirstPage: false, cause: 'preload' });
  expect(pointed.prefetch).toHaveBeenCalledTimes(1);
  expect(touched.prefetch).not.toHaveBeenCalled();
});
