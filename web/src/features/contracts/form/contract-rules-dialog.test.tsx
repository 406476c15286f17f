import { createAtom, useSelector } from '@tanstack/react-store';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { rawMaterialQuery } from '../../../api/materials.ts';
import { noResponse, stubApi } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import type { ContractWithRules } from './contract-form-rule-values.ts';
import { ContractRulesDialog } from './contract-rules-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const RECORD = {
  id: 1,
  documentNumber: 'Z/1',
  rawMaterialId: 7,
  currency: 'PLN',
  rules: { rules: [], sourceTable: null, isSettledByRules: false, version: 1 },
} as unknown as ContractWithRules;

const findReason = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Powód zmiany reguł/ });

/** Opens the dialog. Returns a function for a colleague's change, which reaches the dialog as a live change. */
function openRules() {
  const stored = createAtom(RECORD);
  renderInApp(
    () => <ContractRulesDialog record={useSelector(stored)} onClose={() => undefined} />,
    (client) => {
      client.setDefaultOptions({ queries: { retry: false, staleTime: 30_000 } });
      client.setQueryData(rawMaterialQuery(7).queryKey, { parameters: [] } as never);
    },
  );
  return (change: Partial<ContractWithRules>) => act(() => stored.set({ ...RECORD, ...change }));
}

test('a typed reason stays when a colleague changes the raw material of the contract', async () => {
  const sent = stubApi(noResponse);
  const receive = openRules();
  await userEvent.type(await findReason(), 'aneks');
  receive({ rawMaterialId: 8 });
  await waitFor(() => expect(sent).toHaveLength(1));
  expect((await findReason()).value).toBe('aneks');
});

test('the dialog shows a warning before the save when a colleague has changed the rules', async () => {
  stubApi(noResponse);
  const receive = openRules();
  await userEvent.type(await findReason(), 'aneks');
  receive({ rules: { ...RECORD.rules, version: 2 } });
  await screen.findByText(/^Te dane zmieniono, gdy je edytujesz\./);
  expect((await findReason()).value).toBe('aneks');
});
