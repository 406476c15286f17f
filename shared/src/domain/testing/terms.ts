import type { ContractBalance, Tolerance } from '../contract.ts';
import { kilograms } from '../units.ts';

/** The quantities of one contract in tonnes. Omitted quantities are 0. */
export function balanceFromTonnes(tonnes: {
  quantity: number;
  tolerance?: Tolerance;
  allocated?: number;
  inDelivery?: number;
  delivered?: number;
}): ContractBalance {
  return {
    quantityKg: tonnesToKg(tonnes.quantity),
    tolerance: tonnes.tolerance ?? null,
    allocatedKg: tonnesToKg(tonnes.allocated ?? 0),
    inDeliveryKg: tonnesToKg(tonnes.inDelivery ?? 0),
    deliveredKg: tonnesToKg(tonnes.delivered ?? 0),
  };
}

export function tonnesToKg(tonnes: number): ReturnType<typeof kilograms> {
  return kilograms(Math.round(tonnes * 1000));
}

export const BUYER_5_T: Tolerance = { type: 'BUYER', unit: 'T', quantity: 5_000 };
export const SELLER_5_T: Tolerance = { type: 'SELLER', unit: 'T', quantity: 5_000 };
export const SELLER_2_PERCENT: Tolerance = { type: 'SELLER', unit: 'PERCENT', quantity: 2 };
