import { changeUserAddress, type getUserAddress } from '@spichlerz/shared/calls/users';
import type { ReplyOf } from '@spichlerz/shared/wire/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { useInvalidateTopic } from '../../api/query-keys.ts';
import { userAddressQuery } from '../../api/users.ts';
import { FormSection, FormShell } from '../../ui/form/form-shell.tsx';
import { useCrossFieldValidation, useZodForm } from '../../ui/form/use-zod-form.ts';
import { notifySuccess } from '../../ui/overlay/notify.tsx';
import { QueryBoundary } from '../query-boundary.tsx';
import { useOthersSaves } from '../save/use-others-saves.tsx';
import { AddressFields } from './address-fields.tsx';
import { addressDescriptions, addressSchema, addressValuesOf } from './address-values.ts';
import { useCountryName } from './use-country-name.ts';

type UserAddress = ReplyOf<typeof getUserAddress>;

const FIELD_NAMES = {
  street: 'street',
  buildingNumber: 'buildingNumber',
  postCode: 'postCode',
  city: 'city',
  countryCode: 'countryCode',
} as const;
/** The post code is validated again when the country changes. */
const POST_CODE_FIELDS = ['postCode', 'countryCode'] as const;

type Props = {
  userId: number;
  /** Called when the form gets or loses unsaved changes. */
  onDirtyChange?: (isChanged: boolean) => void;
};

/** A user's address, which is saved separately. */
export function AddressForm({ userId, onDirtyChange }: Props) {
  const query = useQuery(userAddressQuery(userId));
  return (
    <QueryBoundary query={query}>
      {(address) => <Form key={userId} userId={userId} address={address} onDirtyChange={onDirtyChange} />}
    </QueryBoundary>
  );
}

type FormProps = { userId: number; address: UserAddress; onDirtyChange: Props['onDirtyChange'] };

function Form({ userId, address, onDirtyChange }: FormProps) {
  const values = addressValuesOf(address);
  const form = useZodForm(addressSchema, values);
  const { isDirty } = form.formState;
  const notice = useOthersSaves(form, addressDescriptions(useCountryName()), values);
  useEffect(() => onDirtyChange?.(isDirty), [onDirtyChange, isDirty]);
  useCrossFieldValidation(form, POST_CODE_FIELDS);
  const invalidateTopic = useInvalidateTopic();
  return (
    <FormShell
      form={form}
      isPart
      saveLabel="Zapisz adres"
      onCancel={() => form.reset()}
      onSave={async (body) => {
        await call(changeUserAddress, { params: { id: userId }, body });
        await invalidateTopic('user');
      }}
      onSaved={() => notifySuccess('Zapisano adres.')}
    >
      {notice}
      <FormSection title="Adres" columns={3}>
        <AddressFields control={form.control} names={FIELD_NAMES} />
      </FormSection>
    </FormShell>
  );
}
