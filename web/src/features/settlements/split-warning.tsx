import { SPLIT_WARNING_KG, warnsOfSplit } from '@spichlerz/shared/domain/settlement';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import { kilograms } from '@spichlerz/shared/domain/units';
import { Warning } from '../../components/warning.tsx';
import { formatTonnes } from '../../words/format.ts';

type Props = { side: Side; truckKg: number; settledKg: number; registrationNumber?: string };

const IS_SPLIT: BySide<boolean> = { purchase: false, sales: true };

/** Says when what the sale is settled for is far from what the truck weighed (decisions 3). */
export function SplitWarning({ side, truckKg, settledKg, registrationNumber }: Props) {
  if (!IS_SPLIT[side] || !warnsOfSplit(kilograms(truckKg), [{ quantityKg: kilograms(settledKg) }]))
    return null;
  const truck = registrationNumber === undefined ? '' : ` ${registrationNumber}`;
  return (
    <Warning>
      {`Rozliczenie sprzedaży opiewa na ${formatTonnes(settledKg)}, a waga transportu${truck} to ${formatTonnes(truckKg)}: różnica przekracza ${formatTonnes(SPLIT_WARNING_KG)}. Sprawdź dostarczoną ilość.`}
    </Warning>
  );
}
