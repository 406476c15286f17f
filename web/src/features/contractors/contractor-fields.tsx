import { Text } from '@mantine/core';
import { bareDigits, hasNipChecksum, hasPeselChecksum } from '@spichlerz/shared/domain/contractor';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { Similarity } from '@spichlerz/shared/wire/contractor-card';
import { ACCOUNTING_METHOD_LABELS, CONTRACTOR_KIND_LABELS } from '@spichlerz/shared/words/statuses';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { AddressFields } from '../../components/field/address-fields.tsx';
import { PhoneField } from '../../components/field/phone-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { FormSection } from '../../ui/form/form-shell.tsx';
import { useCrossFieldValidation } from '../../ui/form/use-zod-form.ts';
import { labelOptions } from '../../words/labels.ts';
import { ContractorAddresses } from './contractor-addresses.tsx';
import { ContractorContacts } from './contractor-contacts.tsx';
import type { ContractorForm } from './contractor-form-values.ts';
import { CONTRACTOR_TEXTS } from './contractor-texts.ts';
import { useSimilarContractors } from './similar-contractors.tsx';

/* The fields of each validation rule that uses several fields. */
const NAME_FIELDS = ['lastName', 'companyName'] as const;
const NUMBER_FIELDS = ['nip', 'pesel'] as const;
const ADDRESS_LIST = ['addressList'] as const;
const CONTACT_LIST = ['contactList'] as const;

type Props = {
  side: Side;
  form: ContractorForm;
  /** The id of the edited contractor, which is excluded from the search for similar contractors. */
  ownId?: number;
};

/** All fields of a supplier or recipient, for a page or a dialog. */
export function ContractorFields({ side, form, ownId }: Props) {
  const { control } = form;
  const similar = useSimilarContractors(side, form, ownId);
  useCrossFieldValidation(form, NAME_FIELDS);
  useCrossFieldValidation(form, NUMBER_FIELDS);
  useCrossFieldValidation(form, ADDRESS_LIST);
  useCrossFieldValidation(form, CONTACT_LIST);
  return (
    <>
      <FormSection title="Dane podstawowe" columns={3} hint={CONTRACTOR_TEXTS[side].identityHint}>
        <TextField
          control={control}
          name="lastName"
          label="Nazwa / nazwisko"
          required={requiresNames[side]}
          data-autofocus
          description={similar('fullName')}
        />
        <TextField
          control={control}
          name="companyName"
          label="Kod kontrahenta"
          required={requiresNames[side]}
          description={similar('companyName')}
        />
        <SelectField
          control={control}
          name="label"
          label="Rodzaj"
          options={labelOptions(CONTRACTOR_KIND_LABELS)}
          required
        />
        <TextField control={control} name="firstName" label="Imię" />
        {middleNameField[side](form)}
        <SelectField
          control={control}
          name="accountingMethod"
          label="Sposób rozliczania"
          options={labelOptions(ACCOUNTING_METHOD_LABELS)}
          required
        />
        <NumberFields form={form} similar={similar} />
        <PhoneField control={control} name="phoneNumber" label="Telefon" />
        <TextField control={control} name="email" label="E-mail" type="email" />
      </FormSection>
      <FormSection title="Adres księgowy" columns={3}>
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
      <ContractorAddresses side={side} form={form} />
      <ContractorContacts form={form} />
    </>
  );
}

/** A supplier needs both a name and a code (customer decisions 6). */
const requiresNames: BySide<boolean> = { purchase: true, sales: false };

const middleNameField: BySide<(form: ContractorForm) => ReactNode> = {
  purchase: ({ control }) => <TextField control={control} name="middleName" label="Drugie imię" />,
  sales: () => null,
};

/** NIP and PESEL. A wrong checksum is a warning, not an error (customer decisions 6). */
function NumberFields({
  form,
  similar,
}: {
  form: ContractorForm;
  similar: (likeness: Similarity) => ReactNode;
}) {
  const { control } = form;
  const [nip, pesel] = useWatch({ control, name: ['nip', 'pesel'] });
  return (
    <>
      <TextField
        control={control}
        name="nip"
        label="NIP"
        inputMode="numeric"
        description={combineHints(
          checksumWarning(/^\d{10}$/, hasNipChecksum, 'NIP', bareDigits(nip)),
          similar('nip'),
        )}
      />
      <TextField
        control={control}
        name="pesel"
        label="PESEL"
        inputMode="numeric"
        description={combineHints(
          checksumWarning(/^\d{11}$/, hasPeselChecksum, 'PESEL', bareDigits(pesel)),
          similar('pesel'),
        )}
      />
    </>
  );
}

/** Returns null if both hints are null, because an empty description would take up a line. */
function combineHints(one: ReactNode, other: ReactNode): ReactNode {
  return one === null && other === null ? null : (
    <>
      {one}
      {other}
    </>
  );
}

export function checksumWarning(
  whole: RegExp,
  hasChecksum: (text: string) => boolean,
  name: string,
  text: string,
): ReactNode {
  if (!whole.test(text) || hasChecksum(text)) return null;
  return (
    <Text component="output" display="block" fz="inherit" c="var(--app-warning)">
      {`Suma kontrolna numeru ${name} się nie zgadza. Sprawdź, czy numer jest poprawny.`}
    </Text>
  );
}
