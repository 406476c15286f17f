import type { ContractBalance, Tolerance } from '@spichlerz/shared/domain/contract';
import { kilograms } from '@spichlerz/shared/domain/units';
import type { ContractRow } from '@spichlerz/shared/wire/contracts';

/** A contract of the wire as the rules of quantities see it. */
export function balanceOf(row: ContractRow): ContractBalance {
  return {
    quantityKg: kilograms(row.cargoQuantity),
    tolerance: toleranceOf(row),
    allocatedKg: kilograms(row.allocated),
    inDeliveryKg: kilograms(row.inDelivery),
    deliveredKg: kilograms(row.delivered),
  };
}

export function toleranceOf({
  toleranceType: type,
  toleranceUnit: unit,
  toleranceQuantity: quantity,
}: Pick<ContractRow, 'toleranceType' | 'toleranceUnit' | 'toleranceQuantity'>): Tolerance | null {
  return type === null || unit === null || quantity === null ? null : { type, unit, quantity };
}
