import type { FieldValues } from 'react-hook-form';
import { SegmentedControl } from '../segmented-control.tsx';
import { UI_TEXTS } from '../texts.ts';
import classes from './flag-field.module.css';
import { type Binding, useField } from './use-field.ts';

const CHOICES = [
  { value: '', label: UI_TEXTS.any },
  { value: 'true', label: UI_TEXTS.yes },
  { value: 'false', label: UI_TEXTS.no },
];

/** A switch of three states: yes, no, or null for both. */
export function FlagField<Values extends FieldValues, Output>({
  control,
  name,
  label,
}: Binding<Values, boolean | null, Output> & { label: string }) {
  const field = useField<Values, boolean | null, Output>({ control, name });
  return (
    <div>
      <div className={classes.label} aria-hidden>
        {label}
      </div>
      <SegmentedControl
        aria-label={label}
        fullWidth
        classNames={{ label: classes.choice }}
        data={CHOICES}
        value={field.value === null ? '' : String(field.value)}
        onChange={(value) => field.change(value === '' ? null : value === 'true')}
      />
    </div>
  );
}
