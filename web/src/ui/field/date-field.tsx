import '@mantine/dates/styles.css';
import './date-field.css';
import { DateInput, type DateInputProps, DatesProvider, type DatesProviderSettings } from '@mantine/dates';
import 'dayjs/locale/pl';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { UI_TEXTS } from '../texts.ts';
import { isDay, parseDay } from './parse-day.ts';
import { parseShortDay, todayInWarsaw } from './short-day.ts';
import { type Binding, useField } from './use-field.ts';
import { useOutsideChange } from './use-outside-change.ts';

type Look = Omit<
  DateInputProps,
  | 'name'
  | 'value'
  | 'defaultValue'
  | 'date'
  | 'defaultDate'
  | 'onDateChange'
  | 'onChange'
  | 'onFocus'
  | 'onBlur'
  | 'onInput'
  | 'error'
  | 'dateParser'
  | 'valueFormat'
> & {
  /** The day whose month the calendar opens on while there is no value: the other end of a range. Text is no day. */
  startAt?: string;
};

const CALENDAR: DatesProviderSettings = { locale: 'pl', firstDayOfWeek: 1, weekendDays: [0] };

const calendarLabels = {
  previousMonth: UI_TEXTS.previousMonth,
  nextMonth: UI_TEXTS.nextMonth,
  monthLevelControl: UI_TEXTS.monthLevel,
  previousYear: UI_TEXTS.previousYear,
  nextYear: UI_TEXTS.nextYear,
  yearLevelControl: UI_TEXTS.yearLevel,
  previousDecade: UI_TEXTS.previousDecade,
  nextDecade: UI_TEXTS.nextDecade,
};

/**
 * A calendar day kept in the form as `YYYY-MM-DD`, empty when missing. Text that is no day is kept as it was typed,
 * so the schema refuses it with "podaj datę" instead of a misleading "pole jest wymagane".
 */
export function DateField<Values extends FieldValues, Output>({
  control,
  name,
  ...look
}: Binding<Values, string, Output> & Look) {
  const { attach, ...field } = useField<Values, string, Output>({ control, name });
  return (
    <DayInput
      {...look}
      ref={attach}
      name={field.name}
      value={field.value}
      onChange={field.change}
      onBlur={field.blur}
      error={field.error}
      disabled={look.disabled ?? field.disabled}
    />
  );
}

export type DayInputProps = Look & {
  value: string;
  /** Told a day, nothing, or text that is no day; the last stays in the field as long as it is the value. */
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  name?: string;
  /** The day that what is typed means while it is typed. */
  parse?: (typed: string) => string | null;
};

export function DayInput({
  value,
  onChange,
  onBlur,
  error,
  parse = parseDay,
  startAt,
  onKeyDown,
  ...look
}: DayInputProps) {
  const [typed, setTyped] = useState('');
  /** A whole day was typed; its calendar would only cover what comes next, often the button that saves. */
  const [isWritten, setWritten] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [generation, setGeneration] = useState(0);
  const day = isDay(value) ? value : null;
  const start = startAt !== undefined && isDay(startAt) ? startAt : undefined;
  // where the calendar was turned to, until it has somewhere else to start
  const [turned, setTurned] = useState<{ start: string | undefined; to: string }>();
  const shown = turned !== undefined && turned.start === start ? turned.to : (day ?? start);

  // The input keeps its own text, and shows no other day while its calendar is open.
  const onTold = useOutsideChange(value, () => {
    setTyped('');
    setGeneration(generation + 1);
  });
  const tell = (next: string) => {
    onTold(next);
    onChange(next);
  };

  const today = todayInWarsaw();
  /** What was typed without a year is a day once it is finished. */
  const finish = () => {
    const finished = typed === '' ? null : parseShortDay(typed, today);
    if (finished === null) return;
    setTyped('');
    tell(finished);
  };
  return (
    <DatesProvider settings={CALENDAR}>
      <DateInput
        key={generation}
        placeholder={UI_TEXTS.datePlaceholder}
        leftSection={<IconCalendar size={16} stroke={1.5} aria-hidden />}
        leftSectionPointerEvents="none"
        {...look}
        value={day}
        {...(shown !== undefined && { date: shown })}
        onDateChange={(to) => setTurned({ start, to })}
        valueFormat="DD/MM/YYYY"
        dateParser={parse}
        fixOnBlur={typed === ''}
        clearable={look.clearable ?? true}
        clearButtonProps={{ tabIndex: -1, 'aria-label': UI_TEXTS.clear }}
        onInput={(event) => {
          const text = event.currentTarget.value;
          const isUnreadable = text.trim() !== '' && parse(text) === null;
          setWritten(text.trim() !== '' && (!isUnreadable || parseShortDay(text, today) !== null));
          setTyped(isUnreadable ? text : '');
          if (isUnreadable) tell(text);
        }}
        onChange={(next) => {
          setTyped('');
          tell(next ?? '');
        }}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a new generation has the focus that the last one had
        autoFocus={hasFocus}
        onFocus={() => {
          setFocus(true);
          setWritten(false);
        }}
        onClick={() => setWritten(false)}
        popoverProps={{ disabled: isWritten || look.disabled === true || look.readOnly === true }}
        // before the form is saved, or told that the field was left
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish();
          onKeyDown?.(event);
        }}
        onBlur={() => {
          setFocus(false);
          finish();
          onBlur?.();
        }}
        error={error}
        ariaLabels={calendarLabels}
        // the kit's own highlightToday knows the computer's day only
        getDayProps={(shownDay) => ({ 'aria-current': shownDay === today ? 'date' : undefined })}
        // Escape closes the calendar, not the dialog around it.
        data-mantine-stop-propagation="true"
      />
    </DatesProvider>
  );
}
