import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';

/** Binds a field to a form; TypeScript accepts only names whose value has the field's type. */
export type Binding<Values extends FieldValues, Value, Output> = {
  control: Control<Values, unknown, Output>;
  name: FieldPathByValue<Values, Value>;
};

type Field<Value> = {
  value: Value;
  change: (value: Value) => void;
  blur: () => void;
  attach: (element: HTMLElement | null) => void;
  name: string;
  error: string | undefined;
  disabled: boolean | undefined;
};

export function useField<Values extends FieldValues, Value, Output>({
  control,
  name,
}: Binding<Values, Value, Output>): Field<Value> {
  const { field, fieldState } = useController({ control, name });
  return {
    value: field.value,
    change: field.onChange,
    blur: field.onBlur,
    attach: field.ref,
    name: field.name,
    error: fieldState.error?.message,
    disabled: field.disabled,
  };
}
