import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type TransportFormRules, type TransportValues, useTransportForm } from './use-transport-form.ts';

afterEach(cleanup);

const FILLED: TransportValues = {
  status: 'NEW',
  cargoQuantity: 25_000,
  realCargoQuantity: null,
  pricePerTon: 4_500,
  currency: 'PLN',
  registrationNumber: 'PO 12345',
  trailerNumber: 'PO 54321',
  carrierName: 'Przewozy',
  driverName: 'Adam Kierowca',
  phoneNumber: '600 700 800',
  dateLoading: '2026-09-01',
  dateUnloading: '2026-09-01',
  isGmp: false,
  gmpNumber: '',
  comment: '',
};

/** The fields that are refused when the form is saved. */
async function refusedOf(typed: Partial<TransportValues>, rules: Partial<TransportFormRules> = {}) {
  const { result } = renderHook(() => {
    const form = useTransportForm({ mostKg: 25_000, isWeighed: true, ...rules }, { ...FILLED, ...typed });
    return { form, errors: form.formState.errors };
  });
  await act(() => result.current.form.trigger());
  return Object.keys(result.current.errors);
}

test('a truck may carry the most there is, and be unloaded on the day of its loading', async () => {
  expect(await refusedOf({})).toEqual([]);
  expect(await refusedOf({ cargoQuantity: 25_001 })).toEqual(['cargoQuantity']);
  expect(await refusedOf({ cargoQuantity: 25_001 }, { mostKg: null })).toEqual([]);
  expect(await refusedOf({ dateUnloading: '2026-08-31' })).toEqual(['dateUnloading']);
});

test('a GMP truck needs its number, a delivered one its weight', async () => {
  expect(await refusedOf({ isGmp: true })).toEqual(['gmpNumber']);
  expect(await refusedOf({ isGmp: true, gmpNumber: 'GMP 7' })).toEqual([]);
  expect(await refusedOf({ status: 'DELIVERED' })).toEqual(['realCargoQuantity']);
  expect(await refusedOf({ status: 'DELIVERED', realCargoQuantity: 24_640 })).toEqual([]);
  expect(await refusedOf({ status: 'DELIVERED' }, { isWeighed: false })).toEqual([]);
});
