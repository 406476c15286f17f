import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Control, FieldPathByValue, FieldValues } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import { countriesQuery } from '../../api/reference.ts';
import { type OptionValue, SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { type Binding, useField } from '../../ui/field/use-field.ts';
import { HOME_COUNTRY, maskPostCode } from './address-values.ts';

export type AddressNames<Values extends FieldValues> = {
  street: FieldPathByValue<Values, string>;
  buildingNumber: FieldPathByValue<Values, string>;
  postCode: FieldPathByValue<Values, string>;
  city: FieldPathByValue<Values, string>;
  countryCode: FieldPathByValue<Values, OptionValue | null>;
};

type Props<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  names: AddressNames<Values>;
  /** Post code, city and country are required. */
  required?: boolean;
};

/** The five fields of an address, for a grid with any number of columns. */
export function AddressFields<Values extends FieldValues, Output>({
  control,
  names,
  required = false,
}: Props<Values, Output>) {
  const countries = useQuery(countriesQuery).data ?? [];
  return (
    <>
      <TextField control={control} name={names.street} label="Ulica" />
      <TextField control={control} name={names.buildingNumber} label="Nr budynku" />
      <PostCodeField
        control={control}
        name={names.postCode}
        countryName={names.countryCode}
        required={required}
      />
      <TextField control={control} name={names.city} label="Miejscowość" required={required} />
      <SelectField
        control={control}
        name={names.countryCode}
        label="Kraj"
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        searchable
        required={required}
      />
    </>
  );
}

type PostCodeProps<Values extends FieldValues, Output> = Binding<Values, string, Output> & {
  countryName: FieldPathByValue<Values, OptionValue | null>;
  required: boolean;
};

function PostCodeField<Values extends FieldValues, Output>({
  control,
  name,
  countryName,
  required,
}: PostCodeProps<Values, Output>) {
  const { attach, ...field } = useField<Values, string, Output>({ control, name });
  const isPolish = useWatch({ control, name: countryName }) === HOME_COUNTRY;
  const type = (input: HTMLInputElement) => {
    const text = input.value;
    // The mask applies only at the end of the text: applied in the middle it would move the caret.
    const isAtEnd = input.selectionStart === text.length;
    field.change(isPolish && isAtEnd ? maskPostCode(text) : text);
  };
  return (
    <TextInput
      autoComplete="off"
      label="Kod pocztowy"
      placeholder={isPolish ? '00-000' : undefined}
      inputMode={isPolish ? 'numeric' : undefined}
      ref={attach}
      name={field.name}
      value={field.value}
      onChange={(event) => type(event.currentTarget)}
      onBlur={() => {
        // Formats five digits that were typed with other separators. The schema rejects any other post code.
        if (isPolish && field.value.replace(/\D/g, '').length === 5) field.change(maskPostCode(field.value));
        field.blur();
      }}
      error={field.error}
      disabled={field.disabled}
      required={required}
    />
  );
}
