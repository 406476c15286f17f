import type { ContractDashboard } from '@spichlerz/shared/wire/contracts';
import type { ContractRules } from '@spichlerz/shared/wire/discount-tables';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { contractQuery, currentContractQuery } from '../../../api/contracts.ts';
import { contractRulesQuery } from '../../../api/quality.ts';
import { noResponse, stubApi } from '../../../testing/api-stub.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { ContractDetails } from './contract-details.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ADDRESS = {
  street: 'Polna',
  buildingNumber: '1',
  postCode: '90-001',
  city: 'Łódź',
  countryCode: 'PL',
};

const CONTRACT = {
  id: 15,
  version: 3,
  documentNumber: 'Z/15',
  contractStatus: 'ACTIVE',
  agreementStatus: 'SIGNED',
  purchaseSupplierId: 4,
  salesRecipientId: null,
  supplier: { id: 4, name: 'Rola' },
  recipient: null,
  userId: 1,
  ownerId: 1,
  owner: 'Anna Nowak',
  currency: 'PLN',
  fcaCpt: false,
  isFor: false,
  isCert: false,
  isGmp: false,
  countyCode: null,
  rawMaterialId: 7,
  rawMaterialVariantId: null,
  rawMaterial: { id: 7, name: 'Kukurydza' },
  quantityKg: 500_000,
  toleranceType: null,
  toleranceUnit: null,
  toleranceQuantity: null,
  mainCargoOption: {
    rawMaterialQualityId: null,
    isContractualQuality: true,
    contractualQuality: 'sucha',
    price: 80_000,
  },
  minPrice: null,
  additionalCargoOption: [],
  priceOptions: [],
  dateOfReceiptFrom: '2026-09-01',
  dateOfReceiptTo: '2026-12-31',
  address: ADDRESS,
  supplierAddress: ADDRESS,
  contactList: [],
  purchaseNotificationEmails: [],
  salesNotificationEmails: null,
  comments: null,
  paymentDays: null,
  concludedOn: null,
  concludedAt: null,
  printedRemarks: null,
  allocated: 399_960,
  inDelivery: 0,
  delivered: 0,
  inDeliveryTransportCount: 0,
  canDelete: false,
} as unknown as ContractDashboard;

const RULES = {
  rules: [],
  parameters: [],
  sourceTable: null,
  differsFromTable: false,
  isSettledByRules: false,
  weightBasis: 'UNLOADING',
  readingSource: 'RECIPIENT',
  version: 3,
} as unknown as ContractRules;

const { queryKey } = contractQuery('purchase', CONTRACT.id);

/** Shows the details of the contract. Returns a function for a live change of the contract. */
function showDetails(): (change: Partial<ContractDashboard>) => void {
  stubApi(noResponse);
  let cache: QueryClient | undefined;
  renderInApp(
    function Details() {
      const contract = useQuery(contractQuery('purchase', CONTRACT.id)).data;
      return contract ? <ContractDetails side="purchase" contract={contract} /> : null;
    },
    (client) => {
      cache = client;
      client.setQueryData(queryKey, CONTRACT);
      client.setQueryData(contractRulesQuery(CONTRACT.id).queryKey, RULES);
    },
  );
  const { queryKey: currentKey } = currentContractQuery('purchase', CONTRACT.id);
  return (change) =>
    act(() => {
      for (const key of [queryKey, currentKey]) cache?.setQueryData(key, { ...CONTRACT, ...change });
    });
}

test('the confirmation of an ended contract shows the quantity that a colleague allocates after the form opened', async () => {
  const receive = showDetails();
  await userEvent.click(await screen.findByLabelText(/^Status kontraktu/, { selector: 'input' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Zamknięty' }));
  receive({ allocated: 409_960 });
  await userEvent.click(screen.getByRole('button', { name: 'Zapisz' }));
  await screen.findByText(/ nieodebrane 409,960\st wróci do puli kontraktów\.$/);
  receive({ allocated: 419_960 });
  expect(await screen.findByText(/ nieodebrane 419,960\st wróci do puli kontraktów\.$/)).toBeTruthy();
});
