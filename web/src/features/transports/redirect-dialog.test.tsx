import type { TransportRow } from '@spichlerz/shared/wire/transports';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { silence, stubApi } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { RedirectDialog } from './redirect-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The fields of a transport on the way that the dialog reads. */
const TRANSPORT: Partial<TransportRow> = {
  id: 7,
  version: 1,
  status: 'ON_THE_WAY',
  isReturned: false,
  isGmp: false,
  registrationNumber: 'PO 12345',
  purchaseId: 1,
  salesId: 2,
  salesRecipient: { name: 'Młyn Zamość' } as TransportRow['salesRecipient'],
  quantityKg: 25_000,
  realQuantityKg: null,
  dateLoading: '2026-09-02',
  freightPerTonne: 4_500,
  currency: 'PLN',
  comment: null,
};
const TOO_EARLY = 'Rozładunek nie może być wcześniejszy niż załadunek.';

test.each([
  ['2026-09-01', true],
  ['2026-09-02', false],
])(
  'a transport loaded on the 2nd and unloaded on %s has a date error: %s',
  async (dateUnloading, isRefused) => {
    // the queries of the dialog never get a response
    stubApi(silence);
    const transport = { ...TRANSPORT, dateUnloading } as TransportRow;
    renderInApp(() => <RedirectDialog transport={transport} onClose={() => undefined} />);
    await userEvent.type(await screen.findByLabelText(/^Uwagi/), 'Inny młyn');
    await userEvent.click(screen.getByRole('button', { name: 'Dalej' }));
    await screen.findByText('Wybierz pozycję z listy.');
    expect(screen.queryAllByText(TOO_EARLY)).toHaveLength(isRefused ? 1 : 0);
  },
);
