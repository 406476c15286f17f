import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { UI_TEXTS } from '../texts.ts';
import { filterOptions } from './filter-options.ts';
import { type Binding, useField } from './use-field.ts';

export type Choice = string | number | boolean;
export type Option<Value extends Choice = Choice> = { value: Value; label: string; disabled?: boolean };

type Bound = 'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'error' | 'data';

/** One of a short list. The form keeps the option's value, null when nothing is chosen. */
export function SelectField<Values extends FieldValues, Output>({
  control,
  name,
  options,
  onPick,
  ...input
}: Binding<Values, Choice | null, Output> &
  Omit<SelectProps<Choice>, Bound> & {
    options: readonly Option[];
    /** Called beside the form's own change, when a person chooses. */
    onPick?: (value: Choice | null) => void;
  }) {
  const { attach, ...field } = useField<Values, Choice | null, Output>({ control, name });
  return (
    <Select<Choice>
      filter={filterOptions}
      allowDeselect={false}
      // Going through a form by Tab, or to a wrong field, must not cover what stands below.
      openOnFocus={false}
      clearButtonProps={{ 'aria-label': UI_TEXTS.clear, tabIndex: -1 }}
      {...input}
      ref={attach}
      name={field.name}
      data={options}
      value={field.value}
      onChange={(value) => {
        field.change(value);
        onPick?.(value);
      }}
      onBlur={field.blur}
      error={field.error}
      disabled={input.disabled ?? field.disabled}
    />
  );
}

/** Several of a list. The form keeps their values. */
export function MultiSelectField<Values extends FieldValues, Output>({
  control,
  name,
  options,
  ...input
}: Binding<Values, readonly Choice[], Output> &
  Omit<MultiSelectProps<Choice>, Bound> & { options: readonly Option[] }) {
  const { attach, ...field } = useField<Values, readonly Choice[], Output>({ control, name });
  return (
    <MultiSelect<Choice>
      searchable
      filter={filterOptions}
      clearable
      hidePickedOptions={false}
      clearButtonProps={{ 'aria-label': UI_TEXTS.clear, tabIndex: -1 }}
      {...input}
      ref={attach}
      name={field.name}
      data={options}
      value={[...field.value]}
      onChange={(value) => field.change(value)}
      onBlur={field.blur}
      error={field.error}
      disabled={input.disabled ?? field.disabled}
    />
  );
}
