import '@mantine/dates/styles.css';
import './date-field.css';
import { DateInput, type DateInputProps, DatesProvider, type DatesProviderSettings } from '@mantine/dates';
import 'dayjs/locale/pl';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useOutsideChange } from '../hooks/use-outside-change.ts';
import { UI_TEXTS } from '../texts.ts';
import { isDay, parseDay } from './parse-day.ts';
import { parseShortDay, todayInWarsaw } from './short-day.ts';
import { type Binding, useField } from './use-field.ts';

type InputProps = Omit<
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
  /**
   * While the field is empty, the calendar opens at the month of this day, for example the day at the other end
   * of a range. Invalid text is ignored.
   */
  startAt?: string;
};

const CALENDAR: DatesProviderSettings = { locale: 'pl', firstDayOfWeek: 1, weekendDays: [0] };

const calendarLabels = {
  previousMonth: 'Poprzedni miesiąc',
  nextMonth: 'Następny miesiąc',
  monthLevelControl: 'Wybierz miesiąc',
  previousYear: 'Poprzedni rok',
  nextYear: 'Następny rok',
  yearLevelControl: 'Wybierz rok',
  previousDecade: 'Poprzednie dziesięciolecie',
  nextDecade: 'Następne dziesięciolecie',
};

/**
 * A date as `YYYY-MM-DD` in the form, empty when missing. Invalid text stays in the value, so that the schema
 * reports an invalid date instead of a missing one.
 */
export function DateField<Values extends FieldValues, Output>({
  control,
  name,
  ...inputProps
}: Binding<Values, string, Output> & InputProps) {
  const { attach, ...field } = useField<Values, string, Output>({ control, name });
  return (
    <DayInput
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

export type DayInputProps = InputProps & {
  value: string;
  /**
   * Called with a date, an empty string or invalid text. Invalid text stays in the field while `value` is this
   * text.
   */
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  name?: string;
  /** Parses the text while it is typed. */
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
  ...inputProps
}: DayInputProps) {
  const [typed, setTyped] = useState('');
  /**
   * A complete date was typed, so the calendar stays closed: it would cover the next control, often the save
   * button.
   */
  const [isComplete, setComplete] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [generation, setGeneration] = useState(0);
  const day = isDay(value) ? value : null;
  const start = startAt !== undefined && isDay(startAt) ? startAt : undefined;
  // the month that the user has opened, until the start month changes
  const [openedMonth, setOpenedMonth] = useState<{ start: string | undefined; to: string }>();
  const shown = openedMonth !== undefined && openedMonth.start === start ? openedMonth.to : (day ?? start);

  // DateInput keeps its own text and shows no new value while its calendar is open, so a change from outside
  // remounts it.
  const markOwnChange = useOutsideChange(value, () => {
    setTyped('');
    setGeneration(generation + 1);
  });
  const changeValue = (next: string) => {
    markOwnChange(next);
    onChange(next);
  };

  const today = todayInWarsaw();
  /** Completes a date that was typed without a year. */
  const completeShortDay = () => {
    const completed = typed === '' ? null : parseShortDay(typed, today);
    if (completed === null) return;
    setTyped('');
    changeValue(completed);
  };
  return (
    <DatesProvider settings={CALENDAR}>
      <DateInput
        key={generation}
        placeholder="DD/MM/RRRR"
        leftSection={<IconCalendar size={16} stroke={1.5} aria-hidden />}
        leftSectionPointerEvents="none"
        {...inputProps}
        value={day}
        {...(shown !== undefined && { date: shown })}
        onDateChange={(to) => setOpenedMonth({ start, to })}
        valueFormat="DD/MM/YYYY"
        dateParser={parse}
        fixOnBlur={typed === ''}
        clearable={inputProps.clearable ?? true}
        clearButtonProps={{ tabIndex: -1, 'aria-label': UI_TEXTS.clear }}
        onInput={(event) => {
          const text = event.currentTarget.value;
          const isUnreadable = text.trim() !== '' && parse(text) === null;
          setComplete(text.trim() !== '' && (!isUnreadable || parseShortDay(text, today) !== null));
          setTyped(isUnreadable ? text : '');
          if (isUnreadable) changeValue(text);
        }}
        onChange={(next) => {
          setTyped('');
          changeValue(next ?? '');
        }}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the remounted input gets the focus of the previous one
        autoFocus={hasFocus}
        onFocus={() => {
          setFocus(true);
          setComplete(false);
        }}
        onClick={() => setComplete(false)}
        popoverProps={{
          disabled: isComplete || inputProps.disabled === true || inputProps.readOnly === true,
        }}
        // completes the date before Enter saves the form, because Enter fires no blur
        onKeyDown={(event) => {
          if (event.key === 'Enter') completeShortDay();
          onKeyDown?.(event);
        }}
        onBlur={() => {
          setFocus(false);
          completeShortDay();
          onBlur?.();
        }}
        error={error}
        ariaLabels={calendarLabels}
        // Mantine's highlightToday uses the computer's time zone
        getDayProps={(shownDay) => ({ 'aria-current': shownDay === today ? 'date' : undefined })}
        // Escape closes the calendar and not the dialog around it.
        data-mantine-stop-propagation="true"
      />
    </DatesProvider>
  );
}
