import { kilograms, TRANSPORT_MAX_KG, UNUSUAL_TRANSPORT_KG } from '@spichlerz/shared/domain/units';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import { focusField } from '../../ui/form/move-focus.ts';
import { requestConfirmation } from '../../ui/overlay/confirm.ts';

/** A typed weight of one transport. A weight that equals `storedKg` needs no confirmation. */
export type TypedWeight = {
  readonly kg: number;
  readonly storedKg: number | null;
  /** The name of the field that gets the focus after the confirmation. */
  readonly field: string;
};

/**
 * Runs `checkWeight` for each weight.
 * @returns the weights in the same order, or null if the user wants to correct a weight
 */
export async function checkWeights(weights: readonly TypedWeight[]): Promise<number[] | null> {
  const checked: number[] = [];
  for (const weight of weights) {
    // oxlint-disable-next-line no-await-in-loop -- one confirmation at a time
    const kg = await checkWeight(weight);
    if (kg === null) return null;
    checked.push(kg);
  }
  return checked;
}

/**
 * Asks the user to confirm a changed weight above 60 t (customer decisions 2), unless the server would reject
 * the weight. If kilograms were probably typed into a field of tonnes, first suggests a thousandth of the
 * weight.
 * @returns the weight to save, or null if the user wants to correct the weight
 */
export async function checkWeight({ kg, storedKg, field }: TypedWeight): Promise<number | null> {
  if (kg <= UNUSUAL_TRANSPORT_KG || kg === storedKg) return kg;
  const suggestedKg = mistypedKg(kg);
  const typed = formatTonnes(kg);
  if (suggestedKg !== null) {
    const suggested = formatTonnes(kilograms(suggestedKg));
    focusField(field);
    const isMistyped = await requestConfirmation({
      title: `Czy chodziło o ${suggested}?`,
      message: `Wpisano ${typed}. To za dużo jak na jeden transport; pole przyjmuje tony, nie kilogramy.`,
      confirmLabel: `Tak, ${suggested}`,
      cancelLabel: 'Nie',
    });
    if (isMistyped) return suggestedKg;
  }
  if (kg > TRANSPORT_MAX_KG) return kg;
  focusField(field);
  const isMeant = await requestConfirmation({
    title: `Zapisać ${typed} jako jeden transport?`,
    message: `To więcej niż ${formatTonnes(UNUSUAL_TRANSPORT_KG)}, które wiezie najcięższy zestaw drogowy.`,
    confirmLabel: `Zapisz ${typed}`,
    cancelLabel: 'Popraw',
    danger: true,
  });
  return isMeant ? kg : null;
}

/** The weight in kilograms if it was probably typed into a field of tonnes, else null. */
export function mistypedKg(kg: number): number | null {
  const suggestedKg = Math.round(kg / 1000);
  // a transport below one tonne is implausible
  return kg > UNUSUAL_TRANSPORT_KG && suggestedKg >= 1000 && suggestedKg <= UNUSUAL_TRANSPORT_KG
    ? suggestedKg
    : null;
}
