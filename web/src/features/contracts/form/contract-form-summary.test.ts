import { expect, it } from 'vitest';
import { EMPTY_ADDRESS } from '../../../components/field/address-values.ts';
import { contractTerms } from './contract-form-summary.tsx';
import { NEW_OPTION, newContract } from './contract-form-values.ts';

it('the summary of a contract lists quality, tolerance, additional prices, minimum price, delivery terms, place and dates', () => {
  const names = {
    contractor: () => 'Agro Warmia',
    rawMaterial: () => 'Pszenica',
    quality: (id: number | null) => (id === 5 ? 'Konsumpcyjna' : 'Paszowa'),
  };
  const start = newContract('purchase', {
    documentNumber: 'Z/2026/0001',
    userId: 3,
    emails: [],
    rawMaterialId: 2,
  });
  const terms = contractTerms(
    'purchase',
    {
      ...start,
      currency: 'EUR',
      isGmp: true,
      quantityKg: 100_000,
      tolerance: { isOn: true, type: 'BUYER', unit: 'PERCENT', quantity: '5' },
      mainCargoOption: { ...start.mainCargoOption, price: 20_000, rawMaterialQualityId: 5 },
      additionalCargoOption: [{ ...NEW_OPTION, price: 18_000, rawMaterialQualityId: 6 }],
      minPrice: 17_000,
      address: { ...EMPTY_ADDRESS, postCode: '60-001', city: 'Poznań' },
      dateOfReceiptFrom: '2026-12-01',
      dateOfReceiptTo: '2026-12-31',
    },
    names,
  );
  expect(terms.map(([label, value]) => `${label}: ${value.replaceAll('\u00a0', ' ')}`)).toEqual([
    'Jakość: Konsumpcyjna',
    'Tolerancja: ± 5 % w opcji kupującego: 95,000 t – 105,000 t',
    'Cena dodatkowej opcji 1: 180,00 €/t, Paszowa',
    'Cena minimalna: 170,00 €/t',
    'Warunki dostawy: FCA, GMP',
    'Miejsce załadunku: 60-001 Poznań',
    'Termin odbioru: 01/12/2026 – 31/12/2026',
  ]);
});
