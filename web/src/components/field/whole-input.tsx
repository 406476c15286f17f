import { useState } from 'react';
import { decimalToWhole, wholeToDecimal } from '../../ui/field/decimal.ts';
import { DecimalInput, type DecimalInputLook } from '../../ui/field/decimal-input.tsx';

export type WholeInputLook = Omit<DecimalInputLook, 'min' | 'max' | 'decimals'> & {
  /** Bounds in whole units: kilograms, minor units. */
  min?: number;
  max?: number;
};

type Props = WholeInputLook & {
  /** Decimal places of the unit on the screen: 3 for tonnes of kilograms, 2 for złoty of grosz. */
  places: number;
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  error?: string | undefined;
  name?: string;
};

/** Whole units in the form, a decimal figure on the screen. */
export function WholeInput({ places, value, onChange, min, max, ...input }: Props) {
  const [text, setText] = useState(wholeToDecimal(value, places));
  // `12,` and `12,0` are the same number: what is typed stays until the value itself becomes another.
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
