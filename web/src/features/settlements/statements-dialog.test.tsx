import { keysToSnake } from '@spichlerz/shared/wire/case';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { StatementsDialog } from './statements-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the open dialog of statements polls until a queued e-mail fails, and then shows the failure', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let status = 'QUEUED';
  const sent = stubApi(() =>
    successReply({
      list: [
        keysToSnake({
          id: 1,
          number: 'RZ/2026/0001',
          side: 'purchase',
          day: '2026-11-28',
          transportIds: [11],
          mails: [{ recipient: 'jan@firma.test', status, tries: 1, sentAt: null, nextTryAt: null }],
        }),
      ],
    }),
  );
  renderInApp(
    () => (
      <StatementsDialog
        side="purchase"
        transportId={11}
        registrationNumber="PO 12345"
        onClose={() => undefined}
      />
    ),
    (client) => client.setDefaultOptions({ queries: { retry: false } }),
  );
  await screen.findByText('jan@firma.test: czeka na wysłanie');
  status = 'FAILED';
  await vi.advanceTimersByTimeAsync(5_000);
  await screen.findByText('jan@firma.test: nie udało się wysłać');
  const known = sent.length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toHaveLength(known);
});
