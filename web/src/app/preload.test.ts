import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
// loaded beforehand, so that only the timers of a test pass in it
import '../features/contracts/contract-question.ts';
import { NOTICED_MS } from '../ui/use-slow.ts';
import { loadContract } from './preload.ts';

let hasFinger = false;

beforeEach(() => {
  hasFinger = false;
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: hasFinger }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Start = { isOpening?: boolean; cause?: 'enter' | 'preload' };

/** Opens a contract and waits until it asked; the answer comes when it is let. */
async function start({ isOpening = true, cause = 'enter' }: Start = {}) {
  const queryClient = new QueryClient();
  let end: ((error?: Error) => void) | undefined;
  const ask = vi.spyOn(queryClient, 'prefetchQuery').mockReturnValue(
    new Promise((resolve, reject) => {
      end = (error) => (error === undefined ? resolve() : reject(error));
    }),
  );
  const onShown = vi.fn<() => void>();
  void loadContract('purchase', {
    cause,
    params: { id: '7' },
    context: { queryClient, isOpening: () => isOpening },
    location: { search: {} },
  }).then(onShown);
  await vi.dynamicImportSettled();
  return { ask, onShown, answer: () => end?.(), fail: () => end?.(new Error('no connection')) };
}

test('the first page waits for its data until one would notice, and no longer', async () => {
  const { ask, onShown } = await start();
  await vi.advanceTimersByTimeAsync(NOTICED_MS - 1);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(onShown).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onShown).toHaveBeenCalledTimes(1);
});

test.each(['answer', 'fail'] as const)(
  'the first page is shown as soon as there is an answer: %s',
  async (end) => {
    const opened = await start();
    await vi.advanceTimersByTimeAsync(NOTICED_MS / 2);
    expect(opened.onShown).not.toHaveBeenCalled();
    opened[end]();
    await vi.advanceTimersByTimeAsync(0);
    expect(opened.onShown).toHaveBeenCalledTimes(1);
  },
);

test('a page after it asks and does not wait', async () => {
  const { ask, onShown } = await start({ isOpening: false });
  expect(ask).toHaveBeenCalledTimes(1);
  expect(onShown).toHaveBeenCalledTimes(1);
});

test('a pointer on a link asks for what it leads to, a finger that scrolls over it does not', async () => {
  const pointed = await start({ isOpening: false, cause: 'preload' });
  hasFinger = true;
  const touched = await start({ isOpening: false, cause: 'preload' });
  expect(pointed.ask).toHaveBeenCalledTimes(1);
  expect(touched.ask).not.toHaveBeenCalled();
});
