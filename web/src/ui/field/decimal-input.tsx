import '@mantine/core/styles/NumberInput.css';
import { NumberInput, type NumberInputProps, Text } from '@mantine/core';
import { type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldValues } from 'react-hook-form';
import {
  type Clamped,
  clampDecimal,
  normalizeDecimal,
  padDecimal,
  showDecimal,
  trimDecimal,
} from './decimal.ts';
import {
  checkKey,
  type InputResult,
  type NumberRules,
  parseGrouped,
  parsePaste,
  SEVERAL_VALUES,
} from './number-input-rules.ts';
import { NUMBER_TEXTS } from './number-texts.ts';
import { type Binding, useField } from './use-field.ts';

export type DecimalInputBaseProps = Omit<
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
  /**
   * Shows decimals as they were typed, without added zeros, because the zeros of a laboratory result have a meaning.
   */
  keepsTyped?: boolean;
  /**
   * Limits in the unit of the field. On blur a value outside the limits changes to the nearest limit, and a
   * message explains the change.
   */
  min?: number;
  max?: number;
};

const PASTE_REJECTED: InputResult = { kind: 'rejected', note: NUMBER_TEXTS.pasteRejected };

type Props = DecimalInputBaseProps & {
  /** Canonical decimal text, see decimal.ts; empty without a value. */
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
  keepsTyped = false,
  min,
  max,
  error,
  description,
  ...input
}: Props) {
  const [isFocused, setFocused] = useState(false);
  /**
   * Whether the user has changed the number since the field got the focus. An unchanged number keeps its
   * decimals.
   */
  const [isEdited, setEdited] = useState(false);
  /** A message below the field about a changed value or rejected input. */
  const [note, setNote] = useState<string | null>(null);
  // the zeros that padDecimal added are removed from the edited text, because they would mark the form as
  // changed
  const settleDecimal = (text: string) =>
    isEdited && !keepsTyped ? trimDecimal(normalizeDecimal(text)) : normalizeDecimal(text);
  const allowNegative = input.allowNegative ?? (min !== undefined && min < 0);
  const rules: NumberRules = { decimals, allowNegative, unit };

  /** The number before a typed `e`, and the digits after it: `1e3` is 1000 (specification 5). */
  const exponent = useRef<{ readonly base: string; readonly digits: string } | null>(null);

  /**
   * All keys typed at the end of the text, including rejected keys; null after any other change of the text.
   */
  const typed = useRef<string | null>(null);

  const selecting = useRef<ReturnType<typeof setTimeout>>(undefined);

  const edit = (next: string) => {
    setEdited(true);
    onChange(next);
  };

  const leave = () => {
    clearTimeout(selecting.current);
    exponent.current = null;
    const clamped = clampDecimal(settleDecimal(value), min, max);
    setFocused(false);
    if (clamped.moved !== null) setNote(movedNote(clamped));
    if (clamped.value !== value) onChange(clamped.value);
    onBlur?.();
  };

  const select = (field: HTMLInputElement) => {
    clearTimeout(selecting.current);
    selecting.current = undefined;
    field.select();
  };

  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, metaKey, altKey, currentTarget: field } = event;
    // selects now: the pending timer would select the digit of this key, and the next key would replace the
    // digit
    if (selecting.current !== undefined) select(field);
    if (key === 'Backspace' || key === 'Delete') typed.current = null;
    if (key.length > 1 || ctrlKey || metaKey || altKey || field.readOnly) return;
    const { value: text, selectionStart, selectionEnd } = field;
    const start = selectionStart ?? text.length;
    const end = selectionEnd ?? start;
    const before = start === 0 && end === text.length ? '' : typed.current;
    typed.current = before === null || end < text.length ? null : before + key;
    if (handleExponent(event, value)) return;
    const result = checkKey(key, { text, start, end }, rules);
    const grouped = result.kind === 'rejected' ? parseGrouped(typed.current ?? '', rules) : undefined;
    flushSync(() => applyResult(event, grouped ?? result));
    if (grouped === undefined) return;
    const moveToEnd = () => field.setSelectionRange(field.value.length, field.value.length);
    moveToEnd();
    // react-number-format moves the caret back by a timer of its own, after which the next digit would be in the middle
    setTimeout(moveToEnd);
  };

  /** The field cannot show `1e3`, so the `e` is not inserted, and each digit after the `e` moves the comma. */
  const handleExponent = (event: KeyboardEvent<HTMLInputElement>, typed: string): boolean => {
    const { key } = event;
    const known = exponent.current;
    const digits = known !== null && /^\d$/.test(key) ? known.digits + key : '';
    const base = known?.base ?? normalizeDecimal(typed);
    const begins = known === null && /^e$/i.test(key) && base !== '';
    exponent.current = begins || (digits !== '' && digits.length <= 2) ? { base, digits } : null;
    if (exponent.current === null) return false;
    event.preventDefault();
    if (digits !== '') applyResult(event, parsePaste(`${base.replace('.', ',')}e${digits}`, rules));
    return true;
  };

  const handlePaste = (event: SyntheticEvent<HTMLInputElement>, text: string) => {
    const { value: old, selectionStart, selectionEnd, readOnly } = event.currentTarget;
    const isWhole = selectionStart === 0 && selectionEnd === old.length;
    // digits and separators pasted into the middle of a number need no parsing
    if (!isWhole && !readOnly && /^[\d\s.,]*$/.test(text) && !SEVERAL_VALUES.test(text)) return;
    // react-number-format would parse text with separators itself: `25,5 t.` as 255
    event.stopPropagation();
    if (!readOnly) applyResult(event, isWhole ? parsePaste(text, rules) : PASTE_REJECTED);
  };

  // a phone's keyboard inserts copied text without a paste event
  const handleBeforeInput = (event: SyntheticEvent<HTMLInputElement, InputEvent>) => {
    const text = event.nativeEvent.data ?? '';
    if (/[.,]\d|kg/i.test(text)) handlePaste(event, text);
  };

  const applyResult = (event: { preventDefault: () => void }, result: InputResult) => {
    if (result.kind !== 'accepted') {
      event.preventDefault();
      // the message stays until the next focus, because further typing after a rejected key may give a
      // different number
      setNote(result.note);
    }
    if (result.kind === 'replaced') edit(result.value);
  };

  return (
    <NumberInput
      {...input}
      valueIsNumericString
      decimalSeparator=","
      thousandSeparator={'\u00a0'}
      hideControls
      value={isFocused && !isEdited && !keepsTyped ? padDecimal(value, decimals) : value}
      // react-number-format also reports its own reformatting, which would mark the form as changed.
      onValueChange={(next, { event }) => {
        if (event) edit(next.value);
      }}
      // Mantine calls onFocus with a delay, when the user may already have typed.
      onFocusCapture={({ currentTarget: field }) => {
        flushSync(() => {
          setFocused(true);
          setEdited(false);
          setNote(null);
        });
        // Typing replaces the number. A mouse click moves the caret after this handler, so a timer selects
        // again.
        field.select();
        selecting.current = setTimeout(() => select(field));
      }}
      onBlur={leave}
      clampBehavior="none"
      trimLeadingZeroesOnBlur={false}
      withKeyboardEvents={false}
      allowNegative={allowNegative}
      onKeyDown={handleKey}
      onPasteCapture={(event) => handlePaste(event, event.clipboardData.getData('text'))}
      onBeforeInput={handleBeforeInput}
      decimalScale={decimals}
      fixedDecimalScale={!isFocused && !keepsTyped && value !== ''}
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
      description={note === null ? description : <output>{note}</output>}
      styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
    />
  );
}

function movedNote({ value, moved }: Clamped): string {
  return moved === 'raised'
    ? NUMBER_TEXTS.raisedTo(showDecimal(value))
    : NUMBER_TEXTS.loweredTo(showDecimal(value));
}

/** A number as canonical decimal text in the form: `1234.5`, empty when missing. */
export function NumberField<Values extends FieldValues, Output>({
  control,
  name,
  ...inputProps
}: Binding<Values, string, Output> & DecimalInputBaseProps) {
  const { attach, ...field } = useField<Values, string, Output>({ control, name });
  return (
    <DecimalInput
      {...inputProps}
      ref={attach}
      name={field.name}
      value={field.value}
      onChange={field.change}
      onBlur={field.blur}
      error={field.error}
      disabled={inputProps.disabled ?? field.disabled}
    />
  );
}
