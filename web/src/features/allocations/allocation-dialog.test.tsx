import type { ContractRow } from '@spichlerz/shared/wire/contracts';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { AllocationDialog } from './allocation-dialog.tsx';

afterEach(cleanup);

/** The fields of a 100 t contract that the dialog reads. */
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
  'with %d kg allocated the dialog offers the free quantity of both contracts and the existing allocation, and names the limit',
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
