import type { ContractDashboard } from '@spichlerz/shared/wire/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { createAtom, useSelector } from '@tanstack/react-store';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { currentContractQuery } from '../../api/contracts.ts';
import { stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { FormShell } from '../../ui/form/form-shell.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { AgreementStatusMenu, ContractStatusMenu } from './contract-status-menu.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CONTRACT = {
  id: 15,
  version: 3,
  documentNumber: 'S/15',
  contractStatus: 'ACTIVE',
  agreementStatus: 'SIGNED',
  allocated: 0,
  delivered: 0,
  inDeliveryTransportCount: 0,
} as unknown as ContractDashboard;

/**
 * Shows the status menu of the contract. Returns a function that changes its allocated quantity as a live change
 * does, which leaves the version as it is.
 */
function showMenu(allocated: number): (allocated: number) => void {
  const shown = createAtom({ ...CONTRACT, allocated });
  const { queryKey } = currentContractQuery('sales', CONTRACT.id);
  let cache: QueryClient | undefined;
  renderInApp(
    () => <ContractStatusMenu side="sales" contract={useSelector(shown)} />,
    (client) => {
      cache = client;
    },
  );
  return (kg) =>
    act(() => {
      shown.set({ ...CONTRACT, allocated: kg });
      cache?.setQueryData(queryKey, { ...CONTRACT, allocated: kg } as never);
    });
}

async function openMenu(name: string): Promise<void> {
  await userEvent.hover(await screen.findByRole('button', { name }));
  await userEvent.click(await screen.findByRole('button', { name }));
}

async function choose(status: string): Promise<void> {
  await openMenu('Zmień status kontraktu: Aktywny');
  await userEvent.click(await screen.findByRole('menuitem', { name: status }));
}

test.each(['Zamknięty', 'Anulowany'])(
  'the confirmation of the status "%s" shows the quantity that a colleague allocates while it is open',
  async (status) => {
    const allocate = showMenu(399_960);
    await choose(status);
    await screen.findByText(/ nieodebrane 399,960\st wróci do puli kontraktów\.$/);
    allocate(409_960);
    await screen.findByText(/ nieodebrane 409,960\st wróci do puli kontraktów\.$/);
    allocate(0);
    const withoutRelease = 'Kontrakt S/15 nie będzie przyjmował nowych alokacji ani transportów.';
    expect(await screen.findByText(withoutRelease)).toBeTruthy();
  },
);

test('the end of a contract that got its first allocation during the confirmation cannot be undone', async () => {
  stubApi(() => successReply(true));
  const allocate = showMenu(0);
  await choose('Zamknięty');
  const confirm = await screen.findByRole('button', { name: 'Zmień status' });
  allocate(10_000);
  await userEvent.click(confirm);
  await screen.findByText('Status kontraktu S/15: Zamknięty.');
  expect(screen.queryByRole('button', { name: 'Cofnij' })).toBeNull();
});

const SAVE_FIRST = 'Najpierw zapisz zmiany w formularzu albo je cofnij.';

/** Shows the menus above a form, like the header of a contract above its details. */
function showMenusWithForm() {
  const sent = stubApi(() => successReply(true));
  renderInApp(() => {
    const form = useZodForm(z.object({ comments: z.string() }), { comments: '' });
    return (
      <>
        <ContractStatusMenu side="sales" contract={CONTRACT} />
        <AgreementStatusMenu side="sales" contract={CONTRACT} />
        <FormShell form={form} onSave={() => Promise.resolve()} onCancel={() => form.reset()}>
          <TextField control={form.control} name="comments" label="Uwagi" />
        </FormShell>
      </>
    );
  });
  return { sent, findComments: () => screen.findByRole('textbox', { name: 'Uwagi' }) };
}

test.each([
  ['the contract', 'Zmień status kontraktu: Aktywny', 'Następny sezon'],
  ['the agreement', 'Zmień status umowy: Podpisana', 'Do podpisu'],
])(
  'the menu of the status of %s is disabled with a reason while the form has unsaved changes',
  async (_subject, menu, status) => {
    const { sent, findComments } = showMenusWithForm();
    // the first opening renders the menu before the form has changes
    await openMenu(menu);
    await userEvent.keyboard('{Escape}');
    await userEvent.type(await findComments(), 'pilne');
    await openMenu(menu);
    const item = await screen.findByRole('menuitem', { name: status });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    await userEvent.hover(item);
    await screen.findByText(SAVE_FIRST);
    await userEvent.click(item);
    expect(sent).toEqual([]);

    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Anuluj' }));
    await openMenu(menu);
    await userEvent.click(await screen.findByRole('menuitem', { name: status }));
    await waitFor(() => expect(sent).toHaveLength(1));
  },
);

test('a change of the status cannot be undone while the form has unsaved changes', async () => {
  const { sent, findComments } = showMenusWithForm();
  await choose('Następny sezon');
  const undo = await screen.findByRole('button', { name: 'Cofnij' });
  await userEvent.type(await findComments(), 'pilne');
  await userEvent.click(undo);
  await screen.findByText(SAVE_FIRST);
  expect(sent).toHaveLength(1);
});
