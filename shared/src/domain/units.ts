/** The largest quantity or price (specification 5, integer bounds). */
export const INTEGER_MAX = 2_147_483_647;
/** The smallest number where negative numbers are allowed (specification 5, integer bounds). */
export const INTEGER_MIN = -2_147_483_648;

/**
 * The largest planned or weighed quantity of one transport: 3,000 t, a freight train (customer decisions 2).
 */
export const TRANSPORT_MAX_KG = 3_000_000;
/** The screen asks for confirmation of a transport above this quantity: 60 t (customer decisions 2). */
export const UNUSUAL_TRANSPORT_KG = 60_000;

/** Whole kilograms. Tonnes are used only on the screen. */
export type Kilograms = number & { readonly __unit: 'kg' };
/** Whole minor units of a currency (grosz, cent). Prices are minor units per tonne. */
export type MinorUnits = number & { readonly __unit: 'minor' };

/**
 * @throws RangeError when the number is not an integer, because a fraction of a kilogram is always a
 * programming error
 */
export function kilograms(value: number): Kilograms {
  return requireInteger(value) as Kilograms;
}

/** @throws RangeError when the number is not an integer */
export function minorUnits(value: number): MinorUnits {
  return requireInteger(value) as MinorUnits;
}

function requireInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of units`);
  return value;
}

/**
 * The only rounding rule of the product: half up, and away from zero for negative numbers. The quotient is
 * computed with BigInt, so large contracts do not lose a unit to floating point.
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): number {
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const rounded = Number((2n * n + d) / (2n * d));
  return negative && rounded !== 0 ? -rounded : rounded;
}

/** The amount of one line: kg × minor units per tonne ÷ 1000, rounded half up (customer decisions 3). */
export function lineAmount(quantityKg: Kilograms, pricePerTonne: MinorUnits): MinorUnits {
  return minorUnits(divideHalfUp(BigInt(quantityKg) * BigInt(pricePerTonne), 1000n));
}
