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

test("typed rules stay while the raw material of a colleague's change loads", async () => {
  const sent = stubApi(noResponse);
  const stored = createAtom(RECORD);
  renderInApp(
    () => <ContractRulesDialog record={useSelector(stored)} onClose={() => undefined} />,
    (client) => {
      client.setDefaultOptions({ queries: { retry: false, staleTime: 30_000 } });
      client.setQueryData(rawMaterialQuery(7).queryKey, { parameters: [] } as never);
    },
  );
  await userEvent.type(await findReason(), 'aneks');
  act(() => stored.set({ ...RECORD, rawMaterialId: 8 }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect((await findReason()).value).toBe('aneks');
});
