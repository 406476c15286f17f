import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubApi, successReply } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { ContractFields } from './contract-form.tsx';
import { contractSchema, newContract } from './contract-form-values.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PROPOSED = { documentNumber: 'Z/1', userId: 1, emails: [], rawMaterialId: 7 };

function Form() {
  const form = useZodForm(contractSchema, {
    ...newContract('purchase', PROPOSED),
    quantityKg: 100_000,
    tolerance: { isOn: true, type: 'BUYER', unit: 'T', quantity: '' },
  });
  return <ContractFields side="purchase" form={form} record={null} />;
}

async function type(label: RegExp, text: string): Promise<void> {
  const input = await screen.findByLabelText(label, { selector: 'input' });
  await userEvent.clear(input);
  await userEvent.type(input, text);
  await userEvent.tab();
}

test('a tolerance in tonnes has an error while it is above the quantity', async () => {
  stubApi(() => successReply([]));
  renderInApp(Form);
  const error = 'Tolerancja nie może przekraczać ilości kontraktu.';
  await type(/^Wielkość tolerancji/, '150');
  expect(await screen.findByText(error)).toBeTruthy();
  await type(/^Ilość/, '200');
  await waitFor(() => expect(screen.queryByText(error)).toBeNull());
});
