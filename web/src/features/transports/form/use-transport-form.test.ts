import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type TransportFormRules, type TransportValues, useTransportForm } from './use-transport-form.ts';

afterEach(cleanup);

const FILLED: TransportValues = {
  status: 'NEW',
  quantityKg: 25_000,
  realQuantityKg: null,
  freightPerTonne: 4_500,
  currency: 'PLN',
  registrationNumber: 'PO 12345',
  trailerNumber: 'PO 54321',
  carrierId: null,
  carrierName: 'Przewozy',
  driverName: 'Adam Kierowca',
  phoneNumber: '600 700 800',
  dateLoading: '2026-09-01',
  dateUnloading: '2026-09-01',
  isGmp: false,
  gmpNumber: '',
  comment: '',
  carrierPaymentDays: null,
  carrierRemarks: '',
};

/** Returns the fields that have an error when the form is saved. */
async function invalidFieldsOf(typed: Partial<TransportValues>, rules: Partial<TransportFormRules> = {}) {
  const { result } = renderHook(() => {
    const form = useTransportForm({ mostKg: 25_000, isWeighed: true, ...rules }, { ...FILLED, ...typed });
    return { form, errors: form.formState.errors };
  });
  await act(() => result.current.form.trigger());
  return Object.keys(result.current.errors);
}

test('a quantity above the limit and an unloading day before the loading day have an error; a quantity at the limit and equal days have none', async () => {
  expect(await invalidFieldsOf({})).toEqual([]);
  expect(await invalidFieldsOf({ quantityKg: 25_001 })).toEqual(['quantityKg']);
  expect(await invalidFieldsOf({ quantityKg: 25_001 }, { mostKg: null })).toEqual([]);
  expect(await invalidFieldsOf({ dateUnloading: '2026-08-31' })).toEqual(['dateUnloading']);
});

test('a GMP transport requires a GMP number; a delivered transport requires a real quantity if the form has a weight field', async () => {
  expect(await invalidFieldsOf({ isGmp: true })).toEqual(['gmpNumber']);
  expect(await invalidFieldsOf({ isGmp: true, gmpNumber: 'GMP 7' })).toEqual([]);
  expect(await invalidFieldsOf({ status: 'DELIVERED' })).toEqual(['realQuantityKg']);
  expect(await invalidFieldsOf({ status: 'DELIVERED', realQuantityKg: 24_640 })).toEqual([]);
  expect(await invalidFieldsOf({ status: 'DELIVERED' }, { isWeighed: false })).toEqual([]);
});
