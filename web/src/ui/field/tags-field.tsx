import { TagsInput, type TagsInputProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { UI_TEXTS } from '../texts.ts';
import { type Binding, useField } from './use-field.ts';

type Bound = 'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'error';

/** A column of a spreadsheet is copied as lines. */
const SEPARATORS = [',', ';', ' ', '\t', '\r', '\n'];

/** Several short texts, each added by Enter, a comma or a space, or pasted together. */
export function TagsField<Values extends FieldValues, Output>({
  control,
  name,
  ...input
}: Binding<Values, readonly string[], Output> & Omit<TagsInputProps, Bound>) {
  const { attach, ...field } = useField<Values, readonly string[], Output>({ control, name });
  return (
    <TagsInput
      splitChars={SEPARATORS}
      clearable
      clearButtonProps={{ 'aria-label': UI_TEXTS.clear, tabIndex: -1 }}
      {...input}
      ref={attach}
      name={field.name}
      value={[...field.value]}
      onChange={(value) => {
        field.change(value);
        // a corrected list loses its error before the field is left
        if (field.error !== undefined) queueMicrotask(field.blur);
      }}
      // what is left typed becomes an entry just after this, and is to be judged too
      onBlur={() => queueMicrotask(field.blur)}
      error={field.error}
      disabled={input.disabled ?? field.disabled}
    />
  );
}
