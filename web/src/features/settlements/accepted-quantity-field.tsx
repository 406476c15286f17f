import { Box } from '@mantine/core';
import { formatTonnes } from '@spichlerz/shared/words/figures';
import type { FieldValues } from 'react-hook-form';
import { QuantityField } from '../../components/field/unit-fields.tsx';
import { Warning } from '../../components/warning.tsx';
import type { Binding } from '../../ui/field/use-field.ts';
import { optionalInteger } from '../../ui/form/rules.ts';
import type { LoadingBasis, RowToSettle } from './rule-terms.ts';

export const ACCEPTED_QUANTITY = 'Ilość rozliczeniowa';

/** The paid kilograms of a settlement by hand. An empty field means the weighed kilograms. */
export const acceptedQuantity = () =>
  optionalInteger().refine((kg) => kg === undefined || kg > 0, 'Wpisz liczbę większą od zera.');

/**
 * The initial value of the field: the stored paid kilograms or, if there are none, the loaded kilograms of a
 * side that is paid by loaded weight.
 */
export const acceptedAtOpening = (row: RowToSettle): number | null =>
  row.acceptedQuantity ?? row.basis?.loadedKg ?? null;

type Props<Values extends FieldValues, Output> = Binding<Values, number | null, Output> & {
  /** The kilograms that are paid while the field is empty. */
  weighedKg: number;
};

export function AcceptedQuantityField<Values extends FieldValues, Output>({
  weighedKg,
  ...binding
}: Props<Values, Output>) {
  return (
    <Box maw={290}>
      <QuantityField
        {...binding}
        label={ACCEPTED_QUANTITY}
        description={`Puste pole oznacza całą wagę, ${formatTonnes(weighedKg)}.`}
      />
    </Box>
  );
}

export function NoLoadingTicket({ basis = null }: { basis: LoadingBasis | undefined }) {
  if (basis === null || basis.loadedKg !== null) return null;
  return (
    <Warning>
      Kontrakt rozlicza się według wagi załadunku, a transport nie ma kwitu z załadunku. Wpisz ilość
      rozliczeniową albo dodaj kwit w „Badania i waga”.
    </Warning>
  );
}
