import '../../ui/field/combobox.css';
import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { qualityOptionsQuery } from '../../api/materials.ts';
import { filterOptions } from '../../ui/field/select-field.tsx';
import { type Binding, useField } from '../../ui/field/use-field.ts';

type InputProps = Pick<AutocompleteProps, 'label' | 'required' | 'disabled' | 'onOptionSubmit'> & {
  rawMaterialId: number;
};

/** The quality: a quality option of the raw material, or any other text from the laboratory. */
export function QualityField<Values extends FieldValues, Output>({
  control,
  name,
  rawMaterialId,
  ...inputProps
}: Binding<Values, string, Output> & InputProps) {
  const { attach, ...field } = useField<Values, string, Output>({ control, name });
  const qualities = useQuery(qualityOptionsQuery(rawMaterialId)).data ?? [];
  return (
    <Autocomplete
      {...inputProps}
      ref={attach}
      name={field.name}
      autoComplete="off"
      data={[...new Set(qualities.map(({ label }) => label))]}
      // A selected quality must not filter the other options.
      filter={({ options, search }) =>
        qualities.some(({ label }) => label === search) ? options : filterOptions({ options, search })
      }
      value={field.value}
      onChange={field.change}
      onBlur={field.blur}
      error={field.error}
    />
  );
}
