import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { carrierSource } from '../../../api/carriers.ts';
import { useInvalidateTopic } from '../../../api/query-keys.ts';
import { SearchSelectField } from '../../../ui/field/search-select-field.tsx';
import { type Binding, useField } from '../../../ui/field/use-field.ts';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { notifySuccess } from '../../../ui/overlay/notify.tsx';
import { CarrierFields } from './carrier-fields.tsx';
import { saveNewCarrier } from './carrier-form-request.ts';
import { carrierSchema, NEW_CARRIER } from './carrier-form-values.ts';

type Props<Values extends FieldValues, Output> = Binding<Values, number | null, Output> & {
  label?: string;
  required?: boolean;
  disabled?: boolean;
  /** Called with the name of the selected or new carrier, or with null when the field is cleared. */
  onPick?: (name: string | null) => void;
};

/** Selects a carrier record, searched on the server, or creates one without leaving the form. */
export function CarrierSelect<Values extends FieldValues, Output>({
  control,
  name,
  onPick,
  label = 'Z kartoteki',
  required = false,
  disabled = false,
}: Props<Values, Output>) {
  const [typed, setTyped] = useState<string | null>(null);
  const { change } = useField<Values, number | null, Output>({ control, name });
  return (
    <>
      <SearchSelectField
        control={control}
        name={name}
        label={label}
        required={required}
        placeholder="Szukaj"
        source={carrierSource}
        clearable
        disabled={disabled}
        onPick={(option) => onPick?.(option?.label ?? null)}
        {...(disabled ? {} : { createLabel: 'Dodaj nowego', onCreate: setTyped })}
      />
      {typed === null ? null : (
        <CarrierDialog
          name={typed}
          onClose={() => setTyped(null)}
          onCreated={(id, carrier) => {
            change(id);
            onPick?.(carrier);
          }}
        />
      )}
    </>
  );
}

type DialogProps = { name: string; onCreated: (id: number, name: string) => void; onClose: () => void };

function CarrierDialog({ name, onCreated, onClose }: DialogProps) {
  const invalidateTopic = useInvalidateTopic();
  const form = useZodForm(carrierSchema, { ...NEW_CARRIER, companyName: name });
  return (
    <FormDialog
      title="Nowy przewoźnik"
      size="xl"
      form={form}
      onClose={onClose}
      onSave={async (values) => {
        const { id } = await saveNewCarrier(values);
        await invalidateTopic('contractor');
        return { id, name: values.companyName };
      }}
      onSaved={(created) => {
        notifySuccess(created.name, 'Dodano przewoźnika');
        onCreated(created.id, created.name);
      }}
    >
      <Stack gap="md">
        <CarrierFields form={form} />
      </Stack>
    </FormDialog>
  );
}
