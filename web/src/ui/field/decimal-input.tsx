import '@mantine/core/styles/NumberInput.css';
import { NumberInput, type NumberInputProps, Text } from '@mantine/core';
import { type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { UI_TEXTS } from '../texts.ts';
import { type Clamped, clampDecimal, settleDecimal, showDecimal } from './decimal.ts';
import { type Accepts, type Judged, judgeKey, judgePaste, SEVERAL } from './number-keys.ts';

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
  /** Bounds in the unit of the field. A value outside moves to the bound when the field is left, and says so. */
  min?: number;
  max?: number;
};

const PASTE_LEFT: Judged = { kind: 'left', note: UI_TEXTS.pasteLeft };

type Props = DecimalInputBaseProps & {
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
  /** What the field did with the value or did not take, told under it. */
  const [note, setNote] = useState<string | null>(null);
  const allowNegative = input.allowNegative ?? (min !== undefined && min < 0);
  const accepts: Accepts = { decimals, allowNegative, unit };

  /** What stood before an `e`, and the digits typed after it: `1e3` is 1000 (specification 5). */
  const exponent = useRef<{ readonly base: string; readonly digits: string } | null>(null);

  const selecting = useRef<ReturnType<typeof setTimeout>>(undefined);

  const leave = () => {
    clearTimeout(selecting.current);
    exponent.current = null;
    const clamped = clampDecimal(settleDecimal(value), min, max);
    setTyping(false);
    if (clamped.moved !== null) setNote(movedNote(clamped));
    if (clamped.value !== value) onChange(clamped.value);
    onBlur?.();
  };

  const select = (field: HTMLInputElement) => {
    clearTimeout(selecting.current);
    selecting.current = undefined;
    field.select();
  };

  const takeKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, metaKey, altKey, currentTarget: field } = event;
    // before the timer, which would select the first digit for the second one to replace
    if (selecting.current !== undefined) select(field);
    if (key.length > 1 || ctrlKey || metaKey || altKey || field.readOnly) return;
    const { value: text, selectionStart, selectionEnd } = field;
    const start = selectionStart ?? text.length;
    if (takeExponent(event, value)) return;
    apply(event, judgeKey(key, { text, start, end: selectionEnd ?? start }, accepts));
  };

  /** The field cannot show `1e3`, so an `e` waits for its digits, which move the comma at once. */
  const takeExponent = (event: KeyboardEvent<HTMLInputElement>, typed: string): boolean => {
    const { key } = event;
    const known = exponent.current;
    const digits = known !== null && /^\d$/.test(key) ? known.digits + key : '';
    const base = known?.base ?? settleDecimal(typed);
    const begins = known === null && /^e$/i.test(key) && base !== '';
    exponent.current = begins || (digits !== '' && digits.length <= 2) ? { base, digits } : null;
    if (exponent.current === null) return false;
    event.preventDefault();
    if (digits !== '') apply(event, judgePaste(`${base.replace('.', ',')}e${digits}`, accepts));
    return true;
  };

  const takeText = (event: SyntheticEvent<HTMLInputElement>, text: string) => {
    const { value: old, selectionStart, selectionEnd, readOnly } = event.currentTarget;
    const isWhole = selectionStart === 0 && selectionEnd === old.length;
    // digits and separators go into the middle of a figure as the field makes of them
    if (!isWhole && !readOnly && /^[\d\s.,]*$/.test(text) && !SEVERAL.test(text)) return;
    // the kit would write its own reading of a text with separators at once: `25,5 t.` as 255
    event.stopPropagation();
    if (!readOnly) apply(event, isWhole ? judgePaste(text, accepts) : PASTE_LEFT);
  };

  // the keyboard of a phone offers what was copied, and writes it at once without pasting
  const takeWritten = (event: SyntheticEvent<HTMLInputElement, InputEvent>) => {
    const text = event.nativeEvent.data ?? '';
    if (/[.,]\d|kg/i.test(text)) takeText(event, text);
  };

  const apply = (event: { preventDefault: () => void }, judged: Judged) => {
    if (judged.kind !== 'taken') {
      event.preventDefault();
      // stays until the figure is typed anew: what goes on after a key that was left may be another figure
      setNote(judged.note);
    }
    if (judged.kind === 'becomes') onChange(judged.value);
    const after = judged.kind === 'taken' ? judged.after : undefined;
    // the browser writes the key into what stands there then
    if (after !== undefined) flushSync(() => onChange(after));
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
      // The library tells of the focus later, when a quick hand may have typed already.
      onFocusCapture={({ currentTarget: field }) => {
        flushSync(() => {
          setTyping(true);
          setNote(null);
        });
        // A figure is typed anew, not appended to. A click puts the caret somewhere once this is over.
        field.select();
        selecting.current = setTimeout(() => select(field));
      }}
      onBlur={leave}
      clampBehavior="none"
      trimLeadingZeroesOnBlur={false}
      withKeyboardEvents={false}
      allowNegative={allowNegative}
      onKeyDown={takeKey}
      onPasteCapture={(event) => takeText(event, event.clipboardData.getData('text'))}
      onBeforeInput={takeWritten}
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
      description={note === null ? description : <output>{note}</output>}
      styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
    />
  );
}

function movedNote({ value, moved }: Clamped): string {
  return moved === 'raised' ? UI_TEXTS.raisedTo(showDecimal(value)) : UI_TEXTS.loweredTo(showDecimal(value));
}
