import '../../../ui/field/combobox.css';
import { Select } from '@mantine/core';
import type { Side } from '@spichlerz/shared/domain/side';
import { formatAddress } from '@spichlerz/shared/words/address';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { AddressFields } from '../../../components/field/address-fields.tsx';
import { isSameAddress } from '../../../components/field/address-values.ts';
import { FormSection, WideField } from '../../../ui/form/form-shell.tsx';
import { addressChoices, isAddressBlank, useChosenContractor } from './contract-form-contractor.ts';
import { FORM_TEXTS } from './contract-form-texts.ts';
import type { ContractForm } from './contract-form-values.ts';

type FieldProps = { side: Side; form: ContractForm };
type Props = FieldProps & { children: ReactNode };

const FIELD_NAMES = {
  street: 'address.street',
  buildingNumber: 'address.buildingNumber',
  postCode: 'address.postCode',
  city: 'address.city',
  countryCode: 'address.countryCode',
} as const;

/**
 * The address of loading or unloading, copied from the contractor and editable. `children` are
 * the fields of the dates.
 */
export function ContractPlace({ side, form, children }: Props) {
  const { control } = form;
  const isFca = useWatch({ control, name: 'fcaCpt' });
  return (
    <FormSection
      title={`${SIDE_LABELS[side].receiptDates} i ${SIDE_LABELS[side].freightPlace.toLowerCase()}`}
      hint={isFca ? 'Przy warunkach FCA adres jest wymagany.' : undefined}
    >
      {children}
      <WideField>
        <AddressChoiceField side={side} form={form} />
      </WideField>
      <AddressFields control={control} names={FIELD_NAMES} required={isFca} />
    </FormSection>
  );
}

function AddressChoiceField({ side, form }: FieldProps) {
  const address = useWatch({ control: form.control, name: 'address' });
  const contractor = useChosenContractor(side, form);
  const choices = addressChoices(contractor);
  const chosen = choices.findIndex((choice) => isSameAddress(choice.address, address));
  const choose = (index: number | null) => {
    const choice = index === null ? undefined : choices[index];
    if (choice === undefined) return;
    form.setValue('address', choice.address, { shouldDirty: true, shouldValidate: true });
  };
  const placeholder =
    choices.length === 0
      ? FORM_TEXTS[side][contractor === undefined ? 'chooseFirst' : 'noAddress']
      : isAddressBlank(address)
        ? 'Wybierz, żeby skopiować'
        : 'Adres wpisany ręcznie';
  return (
    <Select<number>
      label={FORM_TEXTS[side].addressChoice}
      data={choices.map((choice, index) => ({
        value: index,
        label: `${choice.name}: ${formatAddress(choice.address)}`,
      }))}
      value={chosen === -1 ? null : chosen}
      onChange={choose}
      placeholder={placeholder}
      disabled={choices.length === 0}
      allowDeselect={false}
    />
  );
}
