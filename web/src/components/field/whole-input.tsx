import { useState } from 'react';
import { decimalToWhole, wholeToDecimal } from '../../ui/field/decimal.ts';
import { DecimalInput, type DecimalInputBaseProps } from '../../ui/field/decimal-input.tsx';

export type WholeInputBaseProps = Omit<DecimalInputBaseProps, 'min' | 'max' | 'decimals'> & {
  /** Limits in whole units: kilograms or minor units. */
  min?: number;
  max?: number;
};

type Props = WholeInputBaseProps & {
  /** Decimal places on the screen: 3 for kilograms shown as tonnes, 2 for grosze shown as złoty. */
  places: number;
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  error?: string | undefined;
  name?: string;
};

/** An input with whole units in the form and a decimal number on the screen. */
export function WholeInput({ places, value, onChange, min, max, ...input }: Props) {
  const [text, setText] = useState(wholeToDecimal(value, places));
  // `12,` and `12,0` are the same number, so the typed text stays until the value itself changes.
  if (decimalToWhole(text, places) !== value) setText(wholeToDecimal(value, places));

  return (
    <DecimalInput
      {...input}
      decimals={places}
      {...(min === undefined ? {} : { min: min / 10 ** places })}
      {...(max === undefined ? {} : { max: max / 10 ** places })}
      value={text}
      onChange={(next) => {
        setText(next);
        onChange(decimalToWhole(next, places));
      }}
    />
  );
}
