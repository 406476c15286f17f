import { changeUserAddress, type getUserAddress } from '@spichlerz/shared/calls/users';
import type { ReplyOf } from '@spichlerz/shared/wire/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { userAddressQuery } from '../../api/users.ts';
import { FormSection, FormShell } from '../../ui/form/form-shell.tsx';
import { useCrossFieldValidation } from '../../ui/form/use-judged-together.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { QueryBoundary } from '../record-gate.tsx';
import { useAfterChange } from '../save/after-change.ts';
import { AddressFields } from './address-fields.tsx';
import { addressSchema, addressValuesOf } from './address-values.ts';

type UserAddress = ReplyOf<typeof getUserAddress>;

const NAMES = {
  street: 'street',
  buildingNumber: 'buildingNumber',
  postCode: 'postCode',
  city: 'city',
  countryCode: 'countryCode',
} as const;
/** The country says which shape a post code has. */
const POST_CODE = ['postCode', 'countryCode'] as const;

type Props = {
  userId: number;
  /** Tells whoever else is on the page whether there is something to lose here. */
  onChanged?: (isChanged: boolean) => void;
};

/** A person's address, saved on its own. */
export function AddressForm({ userId, onChanged }: Props) {
  const query = useQuery(userAddressQuery(userId));
  return (
    <QueryBoundary query={query}>
      {(address) => <Form key={userId} userId={userId} address={address} onChanged={onChanged} />}
    </QueryBoundary>
  );
}

type FormProps = { userId: number; address: UserAddress; onChanged: Props['onChanged'] };

function Form({ userId, address, onChanged }: FormProps) {
  // the address the form began with: what somebody else saves meanwhile takes nothing away that is being typed
  const [base, setBase] = useState(address);
  const form = useZodForm(addressSchema, addressValuesOf(base));
  const { isDirty, isSubmitting } = form.formState;
  if (address !== base && !isDirty && !isSubmitting) setBase(address);
  useEffect(() => form.reset(addressValuesOf(base)), [form, base]);
  useEffect(() => onChanged?.(isDirty), [onChanged, isDirty]);
  useCrossFieldValidation(form, POST_CODE);
  const afterChange = useAfterChange();
  return (
    <FormShell
      form={form}
      isPart
      saveLabel="Zapisz adres"
      onCancel={() => form.reset()}
      onSave={async (body) => {
        await call(changeUserAddress, { params: { id: userId }, body });
        await afterChange('user');
      }}
      onSaved={() => notifySuccess('Zapisano adres.')}
    >
      <FormSection title="Adres" columns={3}>
        <AddressFields control={form.control} names={NAMES} />
      </FormSection>
    </FormShell>
  );
}
