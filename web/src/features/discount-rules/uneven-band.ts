import { type DiscountRule, fromThousandths } from '@spichlerz/shared/domain/discount-rule';
import { formatDecimal } from '@spichlerz/shared/words/discount-rules';

/**
 * Returns a warning if the band of a rule is not a whole number of steps, else null. An
 * open band has no warning.
 */
export function unevenBandWarning(rule: DiscountRule): string | null {
  const { isBoolean, effect, stepping, step } = rule;
  if (isBoolean || effect === 'DRY_MATTER' || stepping === 'PROPORTIONAL' || step <= 0) return null;
  const width = bandWidth(rule);
  if (width === null || width <= 0 || width % step === 0) return null;
  const sizes = `Przedział ${shown(width)} nie jest całkowitą liczbą kroków po ${shown(step)}.`;
  return stepping === 'STARTED'
    ? `${sizes} Ostatni, niepełny krok policzy się jak pełny.`
    : `${sizes} Ostatni, niepełny krok nie policzy się wcale.`;
}

const shown = (thousandths: number) => formatDecimal(fromThousandths(thousandths as DiscountRule['step']));

/**
 * Returns the width of the part of the band that is beyond the norm, because steps are counted from the norm.
 * Null for an open band.
 */
function bandWidth({ direction, norm, bandFrom, bandTo }: DiscountRule): number | null {
  if (direction === 'ABOVE') {
    const start = highest(norm, bandFrom);
    return start === null || bandTo === null ? null : bandTo - start;
  }
  const start = norm === null || bandTo === null ? (norm ?? bandTo) : Math.min(norm, bandTo);
  return start === null || bandFrom === null ? null : start - bandFrom;
}

function highest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
