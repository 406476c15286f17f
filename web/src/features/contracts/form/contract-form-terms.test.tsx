import { createAtom, useSelector } from '@tanstack/react-store';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubApi, successReply } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import type { ContractWithRules } from './contract-form-rule-values.ts';
import { ContractTerms } from './contract-form-terms.tsx';
import { newContract } from './contract-form-values.ts';
import { savedContractSchema } from './saved-contract-schema.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The number of transports in progress that the server has sent to the screen. */
const inProgress = createAtom(0);

const PROPOSED = { documentNumber: 'Z/1', userId: 1, emails: [], rawMaterialId: 7 };
const contractOf = (inDeliveryTransportCount: number) =>
  ({
    contractStatus: 'IN_PROGRESS',
    ownerId: 1,
    owner: 'Ola',
    quantityKg: 100_000,
    allocated: 0,
    inDelivery: 0,
    delivered: 0,
    inDeliveryTransportCount,
    rules: { rules: [], sourceTable: null, differsFromTable: false, isSettledByRules: false },
  }) as unknown as ContractWithRules;

function Form() {
  const record = contractOf(useSelector(inProgress));
  const values = { ...newContract('purchase', PROPOSED), status: record.contractStatus };
  const form = useZodForm(savedContractSchema('purchase', record), values);
  return (
    <ContractTerms side="purchase" form={form} record={record}>
      {null}
    </ContractTerms>
  );
}

const IN_PROGRESS = 'Kontrakt ma transporty w toku (1).';
const REASON = `${IN_PROGRESS} Najpierw je anuluj albo usuń.`;

test("the picked status keeps its name and has an error while another user's transport is in progress", async () => {
  stubApi(() => successReply([]));
  inProgress.set(0);
  renderInApp(Form);
  const status = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Status kontraktu/ });
  await userEvent.click(status);
  await userEvent.click(await screen.findByRole('option', { name: 'Anulowany' }));
  act(() => inProgress.set(1));
  await waitFor(() => expect(status.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText(REASON)).toBeTruthy();
  expect(status.value).toBe('Anulowany');
  await userEvent.click(status);
  expect(
    await screen.findByRole('option', { name: `Zamknięty. ${IN_PROGRESS} Poczekaj, aż się zakończą.` }),
  ).toBeTruthy();
  act(() => inProgress.set(0));
  await waitFor(() => expect(screen.queryByText(REASON)).toBeNull());
  expect(status.value).toBe('Anulowany');
});
