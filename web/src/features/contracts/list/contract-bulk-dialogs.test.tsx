import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { createAtom, useSelector } from '@tanstack/react-store';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { userOptionsQuery } from '../../../api/reference.ts';
import { connectionLost, stubApi, successReply } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { OwnerDialog, StatusDialog } from './contract-bulk-dialogs.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** An active contract with the fields that the dialogs use. */
const contract = (id: number) =>
  ({
    id,
    version: 3,
    documentNumber: `Z/${id}`,
    contractStatus: 'ACTIVE',
    allocated: 0,
    inDelivery: 0,
    delivered: 0,
    inDeliveryTransportCount: 0,
    quantityKg: 100_000,
  }) as ContractRow;

/** Stubs a server that does not respond for contract 2 until `repair` is called. */
function stubServer() {
  let isBroken = true;
  const sent = stubApi(({ body }) =>
    isBroken && (body as { purchase_id: number }).purchase_id === 2 ? connectionLost() : successReply(true),
  );
  return { sent, repair: () => (isBroken = false) };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

const DIALOGS = {
  status: {
    Dialog: (props: Pick<Parameters<typeof StatusDialog>[0], 'selection' | 'onClose'>) => (
      <StatusDialog side="purchase" status="CLOSED" {...props} />
    ),
    start: () => press('Zmień status'),
    done: '1 kontrakt: Zamknięty.',
  },
  owner: {
    Dialog: (props: Pick<Parameters<typeof OwnerDialog>[0], 'selection' | 'onClose'>) => (
      <OwnerDialog side="purchase" {...props} />
    ),
    start: async () => {
      await userEvent.click(await screen.findByRole('combobox', { name: 'Nowy opiekun' }));
      await userEvent.click(await screen.findByRole('option', { name: 'Michał Ratajczyk', hidden: true }));
      await press('Zmień opiekuna');
    },
    done: '1 kontrakt: Michał Ratajczyk.',
  },
} as const;

test.each(['status', 'owner'] as const)(
  'after a change of the %s of several contracts, a contract whose change failed is listed, stays selected and is changed by a retry',
  async (kind) => {
    const { Dialog, start, done } = DIALOGS[kind];
    const { sent, repair } = stubServer();
    const onChange = vi.fn<(ids: ReadonlySet<number>) => void>();
    const onClose = vi.fn<() => void>();
    const open = (ids: readonly number[]) => {
      const selection = { rows: ids.map(contract), ids: new Set(ids), onChange, clear: () => undefined };
      renderInApp(
        () => <Dialog selection={selection} onClose={onClose} />,
        (client) => client.setQueryData(userOptionsQuery.queryKey, [{ value: 9, label: 'Michał Ratajczyk' }]),
      );
    };
    open([1, 2, 3]);
    await start();
    await screen.findByText(/^Zmieniono: 2, odrzucono: 1\./);
    const [first, second, third] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect([first, third]).toEqual(['Z/1Zmieniono', 'Z/3Zmieniono']);
    expect(second).toMatch(/^Z\/2Brak połączenia z serwerem\./);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(new Set([2]));
    expect(onClose).not.toHaveBeenCalled();

    cleanup();
    repair();
    open([2]);
    await start();
    await screen.findByText(done);
    expect(onChange).toHaveBeenLastCalledWith(new Set());
    expect(onClose).toHaveBeenCalledOnce();
    expect(sent.map(({ body }) => (body as { purchase_id: number }).purchase_id)).toEqual([1, 2, 3, 2]);
  },
);

test('the confirmation of a status shows the quantity that a colleague allocates while it is open, and is disabled when no contract can change', async () => {
  const shown = createAtom([contract(1), { ...contract(2), allocated: 399_960 }]);
  renderInApp(() => (
    <StatusDialog
      side="purchase"
      status="CLOSED"
      selection={{
        rows: useSelector(shown),
        ids: new Set([1, 2]),
        onChange: () => undefined,
        clear: () => undefined,
      }}
      onClose={() => undefined}
    />
  ));
  await screen.findByText(/^Zaalokowane, a nieodebrane 399,960\st wróci do puli kontraktów\.$/);
  act(() =>
    shown.set([
      { ...contract(1), allocated: 10_000 },
      { ...contract(2), allocated: 399_960 },
    ]),
  );
  expect(
    await screen.findByText(/^Zaalokowane, a nieodebrane 409,960\st wróci do puli kontraktów\.$/),
  ).toBeTruthy();

  act(() => shown.set([1, 2].map((id) => ({ ...contract(id), inDeliveryTransportCount: 1 }))));
  const confirm = screen.getByRole('button', { name: 'Zmień status' });
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBe('true'));
});
