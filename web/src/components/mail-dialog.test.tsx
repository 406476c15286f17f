import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { stubApi, successReply } from '../testing/api-stub.ts';
import { renderInApp } from '../testing/render-in-app.tsx';
import { MailButton } from './mail-button.tsx';
import { MailManyDialog } from './mail-many-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/**
 * Opens the dialog, closes it and opens it again after the carrier of the transport has changed. Returns the
 * e-mail address that the dialog then proposes.
 */
async function openTwice(content: Parameters<typeof renderInApp>[0], open: () => Promise<void>) {
  const recipients = ['dawny@przewoznik.test'];
  stubApi(() => successReply({ recipients, subject: 'Zlecenie ZT/2026/0001', text: 'Dzień dobry' }));
  renderInApp(content, (client) =>
    client.setDefaultOptions({ queries: { retry: false, staleTime: 30_000 } }),
  );
  await open();
  await screen.findByText('dawny@przewoznik.test');
  await userEvent.click(screen.getByRole('button', { name: 'Anuluj', hidden: true }));
  await waitFor(() => expect(screen.queryByText('dawny@przewoznik.test')).toBeNull());
  recipients[0] = 'nowy@przewoznik.test';
  await open();
  return (await screen.findByText(/@przewoznik\.test$/)).textContent;
}

function Many() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Wyślij zlecenia
      </button>
      {isOpen ? (
        <MailManyDialog
          kind="TRANSPORT_ORDER"
          title="Zlecenia"
          items={[{ id: 7, name: 'PO 12345' }]}
          onClose={() => setOpen(false)}
          onDone={() => undefined}
        />
      ) : null}
    </>
  );
}

test('the reopened e-mail dialog of a transport order has the address of the new carrier', async () => {
  const address = await openTwice(
    () => <MailButton kind="TRANSPORT_ORDER" id={7} label="Wyślij zlecenie" />,
    async () => userEvent.click(await screen.findByRole('button', { name: 'Wyślij zlecenie' })),
  );
  expect(address).toBe('nowy@przewoznik.test');
});

test('the reopened e-mail dialog of the selected transport orders has the address of the new carrier', async () => {
  const address = await openTwice(Many, async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Wyślij zlecenia' })),
  );
  expect(address).toBe('nowy@przewoznik.test');
});
