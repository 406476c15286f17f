import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { createAtom, useSelector } from '@tanstack/react-store';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { connectionLost, stubApi, successReply } from '../../testing/api-stub.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { AllocationDialog } from './allocation-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A contract of 100 t with the fields that the dialog uses. */
const contract = (allocated: number, more: Partial<ContractRow> = {}) =>
  ({
    id: 1,
    quantityKg: 100_000,
    allocated,
    inDelivery: 0,
    delivered: 0,
    toleranceType: null,
    toleranceUnit: null,
    toleranceQuantity: null,
    rawMaterialQualityTitle: 'Paszowa',
    dateOfReceiptFrom: '2026-09-01',
    dateOfReceiptTo: '2026-09-30',
    currency: 'PLN',
    documentNumber: 'Z/1',
    ...more,
  }) as ContractRow;

test.each([
  [0, '12,000', 'Proponowane 12,000 t, najwięcej z tolerancją 15,000 t.'],
  [
    20_000,
    '20,000',
    'Proponowane 32,000 t (w tym obecna alokacja 20,000 t), najwięcej z tolerancją 35,000 t.',
  ],
])(
  'the dialog of an allocation of %d kg proposes this quantity plus the free quantity, and shows the limit',
  async (openKg, shown, offer) => {
    const purchase = contract(90_000, {
      toleranceType: 'BUYER',
      toleranceUnit: 'T',
      toleranceQuantity: 5_000,
    });
    const sale = contract(88_000, { toleranceType: 'SELLER', toleranceUnit: 'T', toleranceQuantity: 7_000 });
    renderInApp(() => (
      <AllocationDialog purchase={purchase} sale={sale} openKg={openKg} onClose={() => undefined} />
    ));
    const input = await screen.findByLabelText<HTMLInputElement>(/^Ilość do zaalokowania/);
    expect(input.value).toBe(shown);
    const described = document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '');
    expect(described?.textContent?.replaceAll('\u00a0', ' ')).toBe(
      `${offer} Ogranicza kontrakt zakupu Z/1: zostało 15,000 t.`,
    );
  },
);

/** The open quantity that the server has sent to the screen. */
const openKg = createAtom(0);

test.each([
  ['a new allocation', { from: 0, to: 60_000, typed: '60', button: 'Alokuj', done: 'Dodano alokację' }],
  [
    'the release of an allocation',
    { from: 40_000, to: 0, typed: '0', button: 'Zapisz', done: 'Zwolniono alokację' },
  ],
] as const)(
  "%s whose response was lost is not shown as another user's change and is saved by a retry",
  async (_change, { from, to, typed, button, done }) => {
    openKg.set(from);
    const responses = [connectionLost, () => successReply(true)];
    const sent = stubApi(() => responses.shift()?.() ?? connectionLost());
    const onClose = vi.fn<() => void>();
    renderInApp(() => (
      <AllocationDialog
        purchase={contract(from)}
        sale={contract(from, { id: 2 })}
        openKg={useSelector(openKg)}
        onClose={onClose}
      />
    ));
    const input = await screen.findByLabelText<HTMLInputElement>(/^Ilość do zaalokowania/);
    await userEvent.clear(input);
    await userEvent.type(input, typed);
    await userEvent.click(screen.getByRole('button', { name: button }));
    await screen.findByText(/^Nie udało się zapisać\. Brak połączenia z serwerem\./);
    act(() => openKg.set(to));
    expect(screen.queryByText('Ktoś zmienił ten rekord w międzyczasie')).toBeNull();
    expect(input.value).toBe(`${typed},000`);
    await userEvent.click(screen.getByRole('button', { name: button }));
    await screen.findByText(done);
    expect(onClose).toHaveBeenCalledOnce();
    const body = { purchase_id: 1, cargo_quantity: to };
    expect(sent.map((request) => request.body)).toEqual([body, body]);
  },
);

test("the dialog lists another user's change of the allocation and keeps the typed quantity until the user loads the stored quantity", async () => {
  openKg.set(40_000);
  renderInApp(() => (
    <AllocationDialog
      purchase={contract(40_000)}
      sale={contract(40_000, { id: 2 })}
      openKg={useSelector(openKg)}
      onClose={() => undefined}
    />
  ));
  const input = await screen.findByLabelText<HTMLInputElement>(/^Ilość do zaalokowania/);
  await userEvent.clear(input);
  await userEvent.type(input, '50');
  await userEvent.tab();
  act(() => openKg.set(20_000));
  const change = await screen.findByText(/: było /);
  expect(change.textContent?.replaceAll('\u00a0', ' ')).toBe('Zaalokowano: było 40,000 t, jest 20,000 t.');
  expect(input.value).toBe('50,000');
  await userEvent.click(screen.getByRole('button', { name: 'Wczytaj aktualne dane' }));
  await waitFor(() => expect(input.value).toBe('20,000'));
  // The typed quantity is now compared with the loaded quantity, so there is no conflict.
  await userEvent.clear(input);
  await userEvent.type(input, '25');
  expect(screen.queryByText('Ktoś zmienił ten rekord w międzyczasie')).toBeNull();
});

/** The allocated kilograms of both contracts that the server has sent to the screen. */
const allocatedKg = createAtom(0);

test("the typed quantity has an error while another user's allocation leaves less than this quantity", async () => {
  allocatedKg.set(0);
  renderInApp(() => {
    const allocated = useSelector(allocatedKg);
    return (
      <AllocationDialog
        purchase={contract(allocated)}
        sale={contract(allocated, { id: 2 })}
        openKg={0}
        onClose={() => undefined}
      />
    );
  });
  const input = await screen.findByLabelText<HTMLInputElement>(/^Ilość do zaalokowania/);
  await userEvent.clear(input);
  await userEvent.type(input, '35');
  act(() => allocatedKg.set(80_000));
  expect(await screen.findByText(/^Oba kontrakty pozwalają zaalokować tu najwyżej 20,000/)).toBeTruthy();
  act(() => allocatedKg.set(70_000));
  expect(await screen.findByText(/^Oba kontrakty pozwalają zaalokować tu najwyżej 30,000/)).toBeTruthy();
  act(() => allocatedKg.set(60_000));
  await waitFor(() => expect(screen.queryByText(/^Oba kontrakty pozwalają/)).toBeNull());
});
