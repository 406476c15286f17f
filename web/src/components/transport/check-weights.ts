import { kilograms, TRANSPORT_MAX_KG, UNUSUAL_TRANSPORT_KG } from '@spichlerz/shared/domain/units';
import { requestConfirmation } from '../../ui/dialog/confirm.ts';
import { formatTonnes } from '../../words/format.ts';

/** A typed weight of one transport; `storedKg` is not asked about again. */
export type TypedWeight = { readonly kg: number; readonly storedKg: number | null };

/** As `checkWeight`, one after another. @returns the weights in their order; null when the user goes back to a field */
export async function checkWeights(weights: readonly TypedWeight[]): Promise<number[] | null> {
  const checked: number[] = [];
  for (const weight of weights) {
    // oxlint-disable-next-line no-await-in-loop -- one question at a time
    const kg = await checkWeight(weight);
    if (kg === null) return null;
    checked.push(kg);
  }
  return checked;
}

/**
 * Asks about a weight above 60 t (decisions 2): kilograms typed into a field of tonnes are a thousand times too much.
 * @returns the weight to save; null when the user goes back to the field
 */
export async function checkWeight({ kg, storedKg }: TypedWeight): Promise<number | null> {
  if (kg <= UNUSUAL_TRANSPORT_KG || kg === storedKg) return kg;
  const suggestedKg = Math.round(kg / 1000);
  const typed = formatTonnes(kg);
  if (isUsual(suggestedKg)) {
    const suggested = formatTonnes(kilograms(suggestedKg));
    const isMistyped = await requestConfirmation({
      title: `Czy chodziło o ${suggested}?`,
      message: `Wpisano ${typed}. To za dużo jak na jeden transport; pole przyjmuje tony, nie kilogramy.`,
      confirmLabel: `Tak, ${suggested}`,
      cancelLabel: 'Nie',
    });
    if (isMistyped) return suggestedKg;
  }
  if (kg > TRANSPORT_MAX_KG) return kg;
  const isMeant = await requestConfirmation({
    title: `Zapisać ${typed} jako jeden transport?`,
    message: `To więcej niż ${formatTonnes(UNUSUAL_TRANSPORT_KG)}, które wiezie najcięższy zestaw drogowy.`,
    confirmLabel: `Zapisz ${typed}`,
    cancelLabel: 'Popraw',
    danger: true,
  });
  return isMeant ? kg : null;
}

/** One tonne is the least that makes sense for a truck. */
const isUsual = (kg: number): boolean => kg >= 1000 && kg <= UNUSUAL_TRANSPORT_KG;
