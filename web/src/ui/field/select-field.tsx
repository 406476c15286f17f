import './combobox.css';
import {
  MultiSelect,
  type MultiSelectProps,
  type OptionsFilter,
  Select,
  type SelectProps,
} from '@mantine/core';
import { matchesSearch } from '@spichlerz/shared/domain/search';
import type { FieldValues } from 'react-hook-form';
import { UI_TEXTS } from '../texts.ts';
import { type Binding, useField } from './use-field.ts';

export type OptionValue = string | number | boolean;
export type Option<Value extends OptionValue = OptionValue> = {
  value: Value;
  label: string;
  disabled?: boolean;
};

type BoundProps = 'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'error' | 'data';

/** Selects one option of a short list. The form's value is the value of the option, or null. */
export function SelectField<Values extends FieldValues, Output>({
  control,
  name,
  options,
  onPick,
  ...input
}: Binding<Values, OptionValue | null, Output> &
  Omit<SelectProps<OptionValue>, BoundProps> & {
    options: readonly Option[];
    /** Called with the value that the user selected, after the form's value has changed. */
    onPick?: (value: OptionValue | null) => void;
  }) {
  const { attach, ...field } = useField<Values, OptionValue | null, Output>({ control, name });
  return (
    <Select<OptionValue>
      filter={filterOptions}
      allowDeselect={false}
      // Moving through a form with Tab, or focusing a field with an error, must not open the dropdown.
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

/** Selects several options. The form's value is the list of their values. */
export function MultiSelectField<Values extends FieldValues, Output>({
  control,
  name,
  options,
  ...input
}: Binding<Values, readonly OptionValue[], Output> &
  Omit<MultiSelectProps<OptionValue>, BoundProps> & { options: readonly Option[] }) {
  const { attach, ...field } = useField<Values, readonly OptionValue[], Output>({ control, name });
  return (
    <MultiSelect<OptionValue>
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

type Value = string | number | boolean;
type FilterInput<V extends Value> = Pick<Parameters<OptionsFilter<V>>[0], 'options' | 'search'>;

/**
 * Filters the options of a select by the rules of the server's search: case, diacritics and separators are
 * ignored.
 */
export const filterOptions = <V extends Value>({ options, search }: FilterInput<V>) =>
  options.filter((option) => 'label' in option && matchesSearch(option.label, search));
