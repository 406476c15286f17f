import { formatTonnes } from './format.ts';
import { counted, type PluralForms } from './plural.ts';

/** `3 kontrakty, razem 250,000 t`; takes the kilograms of each record. */
export function countedTonnes(kilograms: readonly number[], forms: PluralForms): string {
  const all = kilograms.reduce((sum, kg) => sum + kg, 0);
  return `${counted(kilograms.length, forms)}, razem ${formatTonnes(all)}`;
}
