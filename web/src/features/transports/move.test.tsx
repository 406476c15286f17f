import { useQuery } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { onFailedCall } from '../../api/call.ts';
import { errorReply, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { makeTransportRow } from '../../testing/rows.ts';
import { useMoveTargets, usePlannedMove, whyNotMove } from './move.tsx';
import { dialogTransportOf } from './transport-texts.ts';

afterEach(() => {
  cleanup();
  onFailedCall(() => undefined);
  vi.unstubAllGlobals();
});

const TRANSPORT = dialogTransportOf(makeTransportRow({ status: 'ON_THE_WAY' }));
const DELETED = 99;

function Example() {
  const move = usePlannedMove('redirect', 'sales', TRANSPORT, DELETED);
  const { load } = useMoveTargets('redirect', 'sales', TRANSPORT);
  const options = useQuery({ queryKey: ['options'], queryFn: ({ signal }) => load('', DELETED, signal) });
  return (
    <>
      <p>{whyNotMove(move)}</p>
      <p>{options.data && `Options: ${options.data.length}`}</p>
    </>
  );
}

test('a move to a contract that another user has deleted is disabled with the reason, and the page stays open', async () => {
  const reported = vi.fn<() => void>();
  onFailedCall(reported);
  stubApi(({ url }) =>
    url.endsWith(`-dashboard/${DELETED}`)
      ? errorReply(404, 'CONTRACT_NOT_FOUND')
      : successReply({ id: 1, list: [], filtered: 0, total: 0 }),
  );
  renderInApp(Example, (client) => client.setDefaultOptions({ queries: { retry: false } }));
  await screen.findByText('Nie znaleziono kontraktu. Mógł zostać usunięty.');
  await screen.findByText('Options: 0');
  expect(reported).not.toHaveBeenCalled();
});
