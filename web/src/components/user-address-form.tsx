import { changeUserAddress, type getUserAddress } from '@spichlerz/shared/calls/users';
import type { ReplyOf } from '@spichlerz/shared/wire/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { call } from '../api/call.ts';
import { countriesQuery } from '../api/reference.ts';
import { userAddressQuery } from '../api/users.ts';
import { SelectField } from '../ui/field/select-field.tsx';
import { TextField } from '../ui/field/text-field.tsx';
import { FormSection, FormShell } from '../ui/form/form-shell.tsx';
import { optionalText } from '../ui/form/rules.ts';
import { useZodForm } from '../ui/form/use-zod-form.ts';
import { notifySuccess } from '../ui/notify.tsx';
import { useAfterChange } from './after-change.ts';
import { RecordGate } from './record-gate.tsx';

const schema = z.object({
  street: optionalText(),
  buildingNumber: optionalText(),
  postCode: optionalText(20),
  city: optionalText(),
  countryCode: z.custom<string | null>().transform((code) => code ?? undefined),
});
type Values = z.input<typeof schema>;
type UserAddress = ReplyOf<typeof getUserAddress>;

type Props = {
  userId: number;
  /** Tells whoever else is on the page whether there is something to lose here. */
  onChanged?: (isChanged: boolean) => void;
};

/** A person's address, saved on its own. */
export function AddressForm({ userId, onChanged }: Props) {
  const query = useQuery(userAddressQuery(userId));
  return (
    <RecordGate query={query}>
      {(address) => <Form key={userId} userId={userId} address={address} onChanged={onChanged} />}
    </RecordGate>
  );
}

function valuesOf(address: UserAddress): Values {
  return {
    street: address.street ?? '',
    buildingNumber: address.buildingNumber ?? '',
    postCode: address.postCode ?? '',
    city: address.city ?? '',
    countryCode: address.countryCode ?? 'PL',
  };
}

type FormProps = { userId: number; address: UserAddress; onChanged: Props['onChanged'] };

function Form({ userId, address, onChanged }: FormProps) {
  // the address the form began with: what somebody else saves meanwhile takes nothing away that is being typed
  const [base, setBase] = useState(address);
  const form = useZodForm(schema, valuesOf(base));
  const { isDirty, isSubmitting } = form.formState;
  if (address !== base && !isDirty && !isSubmitting) setBase(address);
  useEffect(() => form.reset(valuesOf(base)), [form, base]);
  useEffect(() => onChanged?.(isDirty), [onChanged, isDirty]);
  const { control } = form;
  const afterChange = useAfterChange();
  const countries = useQuery(countriesQuery).data ?? [];
  return (
    <FormShell
      form={form}
      saveLabel="Zapisz adres"
      onCancel={() => form.reset()}
      onSave={async (body) => {
        await call(changeUserAddress, { params: { id: userId }, body });
        await afterChange('user');
      }}
      onSaved={() => notifySuccess('Zapisano adres.')}
    >
      <FormSection title="Adres" columns={3}>
        <TextField control={control} name="street" label="Ulica" />
        <TextField control={control} name="buildingNumber" label="Nr budynku" />
        <TextField control={control} name="postCode" label="Kod pocztowy" />
        <TextField control={control} name="city" label="Miejscowość" />
        <SelectField
          control={control}
          name="countryCode"
          label="Kraj"
          options={countries.map(({ code, name }) => ({ value: code, label: name }))}
          searchable
          clearable
        />
      </FormSection>
    </FormShell>
  );
}
