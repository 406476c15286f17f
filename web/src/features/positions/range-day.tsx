import { useState } from 'react';
import { DayInput, type DayInputProps } from '../../ui/field/date-field.tsx';
import { isDay, parseDay, parseWholeDay } from '../../ui/field/parse-day.ts';
import { useOutsideChange } from '../../ui/hooks/use-outside-change.ts';
import { UI_TEXTS } from '../../ui/texts.ts';
import classes from './position-filters.module.css';

type Props = Pick<DayInputProps, 'label' | 'value' | 'onChange' | 'error' | 'excludeDate' | 'startAt'>;

/**
 * The field of one end of the range. `onChange` is called only with a complete date or an empty string.
 * Incomplete text stays in this component.
 */
export function RangeDay({ value, onChange, error, ...inputProps }: Props) {
  const [draft, setDraft] = useState(value);
  const [isLeft, setLeft] = useState(false);
  const markOwnChange = useOutsideChange(value, setDraft);
  const isUnreadable = draft !== '' && !isDay(draft);

  const change = (next: string) => {
    setDraft(next);
    setLeft(false);
    if (next !== '' && !isDay(next)) return;
    markOwnChange(next);
    onChange(next);
  };
  const leave = () => {
    const day = parseDay(draft);
    if (isUnreadable && day !== null) change(day);
    else setLeft(true);
  };

  return (
    <DayInput
      {...inputProps}
      className={classes.day}
      value={draft}
      parse={parseWholeDay}
      onChange={change}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave();
      }}
      error={isUnreadable && isLeft ? UI_TEXTS.notADay : error}
    />
  );
}
