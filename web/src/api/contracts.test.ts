import { afterEach, expect, test, vi } from 'vitest';
import { errorReply, stubApi, successReply } from '../testing/api-stub.ts';
import { onFailedCall } from './call.ts';
import { fetchContractOptions } from './contracts.ts';

afterEach(() => {
  onFailedCall(() => undefined);
  vi.unstubAllGlobals();
});

test('the options of a contract field omit a selected contract that another user has deleted, and the page stays open', async () => {
  const reported = vi.fn<() => void>();
  onFailedCall(reported);
  stubApi(({ url }) =>
    url.includes('dashboard')
      ? errorReply(404, 'CONTRACT_NOT_FOUND')
      : successReply({ list: [], filtered: 0, total: 0 }),
  );
  expect(await fetchContractOptions('sales', '', 7, new AbortController().signal)).toEqual([]);
  expect(reported).not.toHaveBeenCalled();
});
