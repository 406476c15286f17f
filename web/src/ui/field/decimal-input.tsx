import { NumberInput, type NumberInputProps, Text } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { UI_WORDS } from '../words.ts';
import { type Clamped, clampDecimal, settleDecimal, showDecimal } from './decimal.ts';

export type DecimalInputLook = Omit<
  NumberInputProps,
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'onBlur'
  | 'onFocus'
  | 'min'
  | 'max'
  | 'error'
  | 'name'
  | 'decimalScale'
> & {
  /** Shown inside the field: `t`, `zł/t`, `%`. */
  unit?: string;
  decimals?: number;
  /** Bounds in the unit of the field. A value outside moves to the bound when the field is left, and says so. */
  min?: number;
  max?: number;
};

type Props = DecimalInputLook & {
  /** Canonical decimal text, see decimal.ts; empty when there is no value. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  name?: string;
};

export function DecimalInput({
  value,
  onChange,
  onBlur,
  unit,
  decimals = 2,
  min,
  max,
  error,
  description,
  ...input
}: Props) {
  const [isTyping, setTyping] = useState(false);
  const [moved, setMoved] = useState<Clamped | null>(null);

  const leave = () => {
    const clamped = clampDecimal(settleDecimal(value), min, max);
    setTyping(false);
    setMoved(clamped.moved === null ? null : clamped);
    if (clamped.value !== value) onChange(clamped.value);
    onBlur?.();
  };

  return (
    <NumberInput
      {...input}
      valueIsNumericString
      decimalSeparator=","
      thousandSeparator={'\u00a0'}
      hideControls
      value={value}
      // Only typing counts: re-formatting reports values of its own, which would mark the form as changed.
      onValueChange={(next, { event }) => {
        if (event) onChange(next.value);
      }}
      onFocus={({ currentTarget: field }) => {
        flushSync(() => {
          setTyping(true);
          setMoved(null);
        });
        // A figure is typed anew, not appended to. The library puts the caret of the changed text first.
        setTimeout(() => field.select());
      }}
      onBlur={leave}
      clampBehavior="none"
      trimLeadingZeroesOnBlur={false}
      withKeyboardEvents={false}
      allowNegative={input.allowNegative ?? (min !== undefined && min < 0)}
      decimalScale={decimals}
      fixedDecimalScale={!isTyping && value !== ''}
      error={error}
      rightSection={
        unit === undefined ? undefined : (
          <Text c="dimmed" fz="sm">
            {unit}
          </Text>
        )
      }
      rightSectionWidth={unit === undefined ? undefined : 20 + unit.length * 8}
      rightSectionPointerEvents="none"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={moved === null ? description : <output>{movedNote(moved)}</output>}
      styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
    />
  );
}

function movedNote({ value, moved }: Clamped): string {
  return moved === 'raised' ? UI_WORDS.raisedTo(showDecimal(value)) : UI_WORDS.loweredTo(showDecimal(value));
}
