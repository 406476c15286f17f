import { bareDigits, hasNipChecksum } from '@spichlerz/shared/domain/contractor';
import { useWatch } from 'react-hook-form';
import { AddressFields } from '../../../components/field/address-fields.tsx';
import { PhoneField } from '../../../components/field/phone-field.tsx';
import { DaysField } from '../../../components/field/unit-fields.tsx';
import { TextAreaField, TextField } from '../../../ui/field/text-field.tsx';
import { FormSection, WideField } from '../../../ui/form/form-shell.tsx';
import { useCrossFieldValidation } from '../../../ui/form/use-zod-form.ts';
import { ContractorContacts } from '../contractor-contacts.tsx';
import { checksumWarning } from '../contractor-fields.tsx';
import type { ContractorForm } from '../contractor-form-values.ts';
import type { CarrierForm } from './carrier-form-values.ts';

const CONTACT_LIST = ['contactList'] as const;

/** All fields of a carrier, for a page or a dialog. */
export function CarrierFields({ form }: { form: CarrierForm }) {
  const { control } = form;
  useCrossFieldValidation(form, CONTACT_LIST);
  const nip = useWatch({ control, name: 'nip' });
  return (
    <>
      <FormSection title="Dane podstawowe" columns={3}>
        <TextField control={control} name="companyName" label="Nazwa" required data-autofocus />
        <TextField
          control={control}
          name="nip"
          label="NIP"
          inputMode="numeric"
          description={checksumWarning(/^\d{10}$/, hasNipChecksum, 'NIP', bareDigits(nip))}
        />
        <DaysField control={control} name="paymentDays" label="Termin płatności" />
        <PhoneField control={control} name="phoneNumber" label="Telefon" />
        <TextField control={control} name="email" label="E-mail" type="email" />
      </FormSection>
      <FormSection title="Adres" columns={3}>
        <AddressFields
          control={control}
          names={{
            street: 'street',
            buildingNumber: 'buildingNumber',
            postCode: 'postCode',
            city: 'city',
            countryCode: 'countryCode',
          }}
        />
      </FormSection>
      {/* Contractors and carriers have the same contact fields, but TypeScript treats the two forms as
          different types. */}
      <ContractorContacts form={form as unknown as ContractorForm} />
      <FormSection title="Uwagi" columns={1}>
        <WideField>
          <TextAreaField
            control={control}
            name="note"
            aria-label="Uwagi"
            description="Nie są drukowane."
            minRows={2}
            autosize
            maxRows={8}
          />
        </WideField>
      </FormSection>
    </>
  );
}
