import './combobox.css';
import { TagsInput, type TagsInputProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { UI_TEXTS } from '../texts.ts';
import { type Binding, useField } from './use-field.ts';

type BoundProps = 'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'error';

/** A copied spreadsheet column has one value per line. */
const SEPARATORS = [',', ';', ' ', '\t', '\r', '\n'];

const BRACKETED = /^<(.+@.+)>$/;

/**
 * An address copied from a mail program may contain the name of its owner: `"Jan Kowalski" <jan@firma.pl>`. The
 * words of the name are left out.
 */
function withoutNames(added: readonly string[]): readonly string[] {
  if (!added.some((text) => BRACKETED.test(text))) return added;
  return added.filter((text) => text.includes('@')).map((text) => text.replace(BRACKETED, '$1'));
}

/**
 * Trims the texts and removes repeated texts. TagsInput keeps the space after a typed comma, and treats a text
 * with a space and the same text without a space as two values.
 */
function tagsOf(texts: readonly string[], before: readonly string[]): string[] {
  const trimmed = texts.map((text) => text.trim()).filter((text) => text !== '');
  const added = withoutNames(trimmed.filter((text) => !before.includes(text)));
  return [...new Set([...trimmed.filter((text) => before.includes(text)), ...added])];
}

/** Several short texts. Enter or one of the separators ends a text. */
export function TagsField<Values extends FieldValues, Output>({
  control,
  name,
  ...input
}: Binding<Values, readonly string[], Output> & Omit<TagsInputProps, BoundProps>) {
  const { attach, ...field } = useField<Values, readonly string[], Output>({ control, name });
  return (
    <TagsInput
      splitChars={SEPARATORS}
      // the field has no suggestions, and Escape would close the empty dropdown instead of the dialog
      dropdownOpened={false}
      clearable
      clearButtonProps={{ 'aria-label': UI_TEXTS.clear, tabIndex: -1 }}
      {...input}
      ref={attach}
      name={field.name}
      value={[...field.value]}
      onChange={(value) => {
        field.change(tagsOf(value, field.value));
        // validates a corrected list at once, so that its error disappears before the blur
        if (field.error !== undefined) queueMicrotask(field.blur);
      }}
      // TagsInput adds the remaining text after the blur event, and the validation must include it
      onBlur={() => queueMicrotask(field.blur)}
      error={field.error}
      disabled={input.disabled ?? field.disabled}
    />
  );
}
