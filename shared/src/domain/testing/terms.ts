import type { ContractBalance, Tolerance } from '../contract.ts';
import { kilograms } from '../units.ts';

/** The quantities of one contract in tonnes. Omitted quantities are 0. */
export function balanceOf(tonnes: {
  quantity: number;
  tolerance?: Tolerance;
  allocated?: number;
  inDelivery?: number;
  delivered?: number;
}): ContractBalance {
  return {
    quantityKg: inKg(tonnes.quantity),
    tolerance: tonnes.tolerance ?? null,
    allocatedKg: inKg(tonnes.allocated ?? 0),
    inDeliveryKg: inKg(tonnes.inDelivery ?? 0),
    deliveredKg: inKg(tonnes.delivered ?? 0),
  };
}

export function inKg(tonnes: number): ReturnType<typeof kilograms> {
  return kilograms(Math.round(tonnes * 1000));
}

export const BUYER_5_T: Tolerance = { type: 'BUYER', unit: 'T', quantity: 5_000 };
export const SELLER_5_T: Tolerance = { type: 'SELLER', unit: 'T', quantity: 5_000 };
export const SELLER_2_PERCENT: Tolerance = { type: 'SELLER', unit: 'PERCENT', quantity: 2 };
