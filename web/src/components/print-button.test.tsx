import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { contractPrintout, settlementsPrintout, transportPrintout } from '../api/printouts.ts';
import { connectionLost, errorReply, FAILURES, stubApi } from '../testing/api-stub.ts';
import { renderInApp } from '../testing/render-in-app.tsx';
import { PrintButton } from './print-button.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const pdf = () =>
  new Response('%PDF', { headers: { 'content-disposition': 'attachment; filename="wydruk.pdf"' } });

const PRINTOUTS = [
  ['a contract', () => contractPrintout('sales', 7)],
  ['a transport order', () => transportPrintout(7)],
  ['a list of settlements', () => settlementsPrintout('sales', 7)],
] as const;
/** The message when the server has no capacity for the printout. */
const BUSY = 'Serwer przygotowuje już tyle wydruków';

test.each(PRINTOUTS)(
  'the retry button of the notification prints %s after every kind of failure',
  async (_name, fetchFile) => {
    let reply: () => Response | Promise<Response> = connectionLost;
    const sent = stubApi(() => reply());
    renderInApp(() => <PrintButton label="Drukuj" fetchFile={fetchFile} />);
    let button = 'Drukuj';
    for (const [sentence, respond] of FAILURES) {
      reply = respond;
      await userEvent.click(await screen.findByRole('button', { name: button }));
      const shown = sentence.startsWith('Zbyt wiele prób') ? BUSY : sentence;
      const notification = await screen.findByText((text) => text.startsWith(shown));
      expect(notification.closest('[role="alert"]')?.textContent).toContain(
        'Nie udało się przygotować wydruku',
      );
      button = 'Spróbuj ponownie';
    }
    reply = pdf;
    await userEvent.click(screen.getByRole('button', { name: button }));
    expect((await screen.findByRole('status')).textContent).toContain('Pobrano wydrukwydruk.pdf');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(sent).toHaveLength(FAILURES.length + 1);
  },
);

test('a printout that the server rejects with WRONG_STATUS has no retry button', async () => {
  stubApi(() => errorReply(409, 'WRONG_STATUS'));
  renderInApp(() => <PrintButton label="Drukuj" fetchFile={() => transportPrintout(7)} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Drukuj' }));
  await screen.findByRole('alert');
  expect(screen.queryByRole('button', { name: 'Spróbuj ponownie' })).toBeNull();
});
