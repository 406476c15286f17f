import type { ContractStatus } from '@spichlerz/shared/domain/contract';
import type { Role } from '@spichlerz/shared/domain/role';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import {
  AgreementStatusMenu,
  ContractStatusesMenu,
  ContractStatusMenu,
} from '../features/contracts/contract-status-menu.tsx';
import { TransportStatusMenu } from '../features/transports/list/transport-status-menu.tsx';
import { connectionLost, errorReply, stubApi, successReply } from '../testing/api-stub.ts';
import { renderInApp } from '../testing/render-in-app.tsx';
import { makeTransportRow } from '../testing/rows.ts';
import { queryClient } from './query-client.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const CONTRACT = {
  id: 7,
  version: 3,
  documentNumber: 'Z/7',
  contractStatus: 'ACTIVE' as ContractStatus,
  agreementStatus: 'SIGNED',
  allocated: 0,
  delivered: 0,
  inDeliveryTransportCount: 0,
} as const;

const TRANSPORT = makeTransportRow({ registrationNumber: 'PO 7' });

const ROLE: Role = 'USER';

const MENUS = [
  {
    subject: 'the status of a contract',
    Menu: () => <ContractStatusMenu side="purchase" contract={CONTRACT} />,
    label: 'Zmień status kontraktu: Aktywny',
    to: 'Zamknięty',
    confirmed: 'Zmień status',
    body: { purchase_id: 7, status: 'CLOSED', version: 3 },
    title: 'Status kontraktu Z/7',
    done: 'Status kontraktu Z/7: Zamknięty.',
  },
  {
    subject: 'the status of an agreement',
    Menu: () => <AgreementStatusMenu side="sales" contract={CONTRACT} />,
    label: 'Zmień status umowy: Podpisana',
    to: 'Do podpisu',
    confirmed: null,
    body: { sales_id: 7, status: 'TO_SIGN', version: 3 },
    title: 'Status umowy Z/7',
    done: 'Status umowy Z/7: Do podpisu.',
  },
  {
    subject: 'the status of an agreement in the combined status button of a list',
    Menu: () => <ContractStatusesMenu side="sales" contract={CONTRACT} />,
    label: 'Zmień status kontraktu: Aktywny, Zmień status umowy: Podpisana',
    to: 'Do podpisu',
    confirmed: null,
    body: { sales_id: 7, status: 'TO_SIGN', version: 3 },
    title: 'Status umowy Z/7',
    done: 'Status umowy Z/7: Do podpisu.',
  },
  {
    subject: 'the status of a transport',
    Menu: () => <TransportStatusMenu row={TRANSPORT} role={ROLE} onOpen={() => undefined} />,
    label: 'Zmień status transportu: Nowy',
    to: 'W drodze',
    confirmed: 'Zmień status',
    body: { transport_id: 7, status: 'ON_THE_WAY', version: 3 },
    title: 'Status transportu PO 7',
    done: 'Status transportu PO 7: W drodze.',
  },
] as const;

test.each(MENUS.map((menu) => [menu.subject, menu] as const))(
  '%s is unchanged after a failed change and changed after a successful retry',
  async (_subject, { Menu, label, to, confirmed, body, title, done }) => {
    const responses = [() => errorReply(429, 'TOO_MANY_REQUESTS'), connectionLost, () => successReply(true)];
    const sent = stubApi(() => responses.shift()?.() ?? connectionLost());
    renderInApp(() => (
      <QueryClientProvider client={queryClient}>
        <Menu />
      </QueryClientProvider>
    ));
    const change = async () => {
      // Waits for the button with the old status. Hovering replaces this button, so it is found again before
      // the click.
      await userEvent.hover(await screen.findByRole('button', { name: label }));
      await userEvent.click(await screen.findByRole('button', { name: label }));
      await userEvent.click(await screen.findByRole('menuitem', { name: to }));
      if (confirmed !== null) await userEvent.click(await screen.findByRole('button', { name: confirmed }));
    };
    for (const sentence of ['Zbyt wiele prób w krótkim czasie.', 'Brak połączenia z serwerem.']) {
      await change();
      const failure = await screen.findByText((text) => text.startsWith(sentence));
      const alert = failure.closest<HTMLElement>('[role="alert"]');
      expect(alert && within(alert).queryByText(title)).not.toBeNull();
    }
    await change();
    await screen.findByText(done);
    expect(sent.map((request) => request.body)).toEqual([body, body, body]);
  },
);

test('the notification of a failed undo names the record', async () => {
  const { Menu, label, to, title } = MENUS[1];
  const responses = [() => successReply(true), () => errorReply(409, 'CONFLICT')];
  stubApi(() => responses.shift()?.() ?? connectionLost());
  renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <Menu />
    </QueryClientProvider>
  ));
  await userEvent.hover(await screen.findByRole('button', { name: label }));
  await userEvent.click(await screen.findByRole('button', { name: label }));
  await userEvent.click(await screen.findByRole('menuitem', { name: to }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cofnij' }));
  const failure = await screen.findByText(/^Dane zmieniły się w międzyczasie/);
  const alert = failure.closest<HTMLElement>('[role="alert"]');
  expect(alert && within(alert).queryByText(title)).not.toBeNull();
});

test.each([MENUS[0], MENUS[3]].map((menu) => [menu.subject, menu] as const))(
  'the confirmation that sets %s to "Anulowany" has no button "Anuluj"',
  async (_subject, { Menu, label }) => {
    const sent = stubApi(connectionLost);
    renderInApp(() => (
      <QueryClientProvider client={queryClient}>
        <Menu />
      </QueryClientProvider>
    ));
    await userEvent.hover(await screen.findByRole('button', { name: label }));
    await userEvent.click(await screen.findByRole('button', { name: label }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Anulowany' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Zmienić status na „Anulowany”?' }));
    expect(dialog.queryByRole('button', { name: 'Anuluj' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Nie zmieniaj' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([]);
  },
);
