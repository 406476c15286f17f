import type { Side } from '@spichlerz/shared/domain/side';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { SearchSelectField } from '../../ui/field/search-select-field.tsx';
import { type Binding, useField } from '../../ui/field/use-field.ts';
import { ContractorDialog } from './contractor-dialog.tsx';
import { CONTRACTOR_SOURCE } from './contractor-options.ts';
import { CONTRACTOR_TEXTS } from './contractor-texts.ts';

type Props<Values extends FieldValues, Output> = Binding<Values, number | null, Output> & {
  side: Side;
  disabled?: boolean;
  description?: string | undefined;
  /** Called after the form's value has changed, with the id of the selected or new contractor, or null. */
  onPick?: (id: number | null) => void;
  autoFocus?: boolean;
};

/** Selects a supplier or recipient, searched on the server, or creates one without leaving the form. */
export function ContractorSelect<Values extends FieldValues, Output>({
  side,
  control,
  name,
  onPick,
  autoFocus = false,
  ...fieldProps
}: Props<Values, Output>) {
  const [created, setCreated] = useState<{ name: string } | null>(null);
  const { change, blur } = useField<Values, number | null, Output>({ control, name });
  return (
    <>
      <SearchSelectField
        {...fieldProps}
        control={control}
        name={name}
        label={SIDE_LABELS[side].contractor}
        source={CONTRACTOR_SOURCE[side]}
        onPick={(option) => onPick?.(option?.value ?? null)}
        required
        data-autofocus={autoFocus || undefined}
        {...(fieldProps.disabled
          ? {}
          : { createLabel: CONTRACTOR_TEXTS[side].create, onCreate: (name) => setCreated({ name }) })}
      />
      {created ? (
        <ContractorDialog
          side={side}
          name={created.name}
          onClose={() => setCreated(null)}
          onCreated={(id) => {
            change(id);
            // the blur validates the field, so that the error of the empty field disappears at once
            blur();
            onPick?.(id);
          }}
        />
      ) : null}
    </>
  );
}
