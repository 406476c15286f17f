import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { noResponse, stubApi } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { makeTransportRow } from '../../testing/rows.ts';
import { RedirectDialog } from './redirect-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TOO_EARLY = 'Rozładunek nie może być wcześniejszy niż załadunek.';

test.each([
  ['2026-09-01', true],
  ['2026-09-02', false],
])(
  'redirecting a transport loaded on 2026-09-02 and unloaded on %s shows a date error: %s',
  async (dateUnloading, hasError) => {
    // the queries of the dialog get no response
    stubApi(noResponse);
    const transport = makeTransportRow({ status: 'ON_THE_WAY', dateLoading: '2026-09-02', dateUnloading });
    renderInApp(() => <RedirectDialog transport={transport} onClose={() => undefined} />);
    await userEvent.type(await screen.findByLabelText(/^Uwagi/), 'Inny młyn');
    await userEvent.click(screen.getByRole('button', { name: 'Dalej' }));
    await screen.findByText('Wybierz pozycję z listy.');
    expect(screen.queryAllByText(TOO_EARLY)).toHaveLength(hasError ? 1 : 0);
  },
);
