import { MantineProvider } from '@mantine/core';
import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PurchaseSettlementDialog } from './purchase-settlement-dialog.tsx';
import type { SettlementRow } from './settlement-row.ts';

afterEach(cleanup);

/** What the dialog reads of a statement that was sent for a truck of 24 t. */
const SENT: Partial<SettlementRow> = {
  version: 1,
  purchaseSettlementStatus: 'SETTLED',
  registrationNumber: 'PO 12345',
  transportQuantity: 24_000,
  realCargoQuantity: 24_000,
  realPurchaseCargoPrice: 80_000,
  contractPrice: 80_000,
  contractMinPrice: null,
  needsCorrection: false,
  salesId: 2,
  purchaseSupplier: { documentNumber: 'Z/1', name: 'Młyn' } as SettlementRow['purchaseSupplier'],
  salesRecipient: { documentNumber: 'S/1', name: 'Pasze' } as SettlementRow['salesRecipient'],
};

test('a truck that is weighed anew under the dialog is to be corrected in it too', async () => {
  const row = SENT as SettlementRow;
  const current = { ...row, version: 2, transportQuantity: 23_000, needsCorrection: true };
  const contract = { currency: 'PLN', rawMaterialId: 1 } as ContractRecord;
  const router = createRouter({
    history: createMemoryHistory(),
    routeTree: createRootRoute({
      component: () => (
        <PurchaseSettlementDialog row={row} current={current} contract={contract} onClose={() => undefined} />
      ),
    }),
  });
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  render(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <RouterProvider router={router as never} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const warning = await screen.findByText(/^Do korekty/);
  expect(warning.textContent?.replaceAll('\u00a0', ' ')).toBe(
    'Do korekty: w wysłanym rozliczeniu jest 24,000 t, a waga transportu to 23,000 t.',
  );
});
