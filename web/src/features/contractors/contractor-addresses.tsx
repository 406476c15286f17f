import { Button } from '@mantine/core';
import { CONTRACTOR_LIST_MAX } from '@spichlerz/shared/domain/contractor';
import type { Side } from '@spichlerz/shared/domain/side';
import { IconCopy } from '@tabler/icons-react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { AddressFields } from '../../components/field/address-fields.tsx';
import { isBlankAddress } from '../../components/field/address-values.ts';
import { TextField } from '../../ui/field/text-field.tsx';
import { AddButton, FormListItem } from '../../ui/form/form-list.tsx';
import { FormSection, WideField } from '../../ui/form/form-shell.tsx';
import { type ContractorForm, NEW_ADDRESS } from './contractor-form-values.ts';
import { CONTRACTOR_TEXTS } from './contractor-texts.ts';

const FIRST_IS_REQUIRED = 'Pierwszego adresu nie można usunąć.';
const STORED_FIRST_IS_REQUIRED =
  'Ten adres jest zapisany jako pierwszy. Zapisz nową kolejność, a potem będzie można go usunąć.';
const LIST_IS_FULL = `Kontrahent może mieć najwyżej ${CONTRACTOR_LIST_MAX} adresów.`;

/** Addresses where goods are loaded or unloaded. */
export function ContractorAddresses({ side, form }: { side: Side; form: ContractorForm }) {
  const { control } = form;
  const list = useFieldArray({ control, name: 'addressList', keyName: 'key' });
  const words = CONTRACTOR_TEXTS[side];
  const storedFirst = form.formState.defaultValues?.addressList?.[0]?.id ?? null;
  const whyNotRemove = (index: number, id: number | null) =>
    index === 0 ? FIRST_IS_REQUIRED : id !== null && id === storedFirst ? STORED_FIRST_IS_REQUIRED : null;
  return (
    <FormSection title={words.addresses} columns={3}>
      {list.fields.map(({ key, id }, index) => (
        <FormListItem
          key={key}
          title={`${words.address} ${index + 1}`}
          removeLabel={`Usuń: ${words.address.toLowerCase()} ${index + 1}`}
          disabledReason={whyNotRemove(index, id)}
          position={{ index, count: list.fields.length, onMove: (to) => list.move(index, to) }}
          onRemove={() => list.remove(index)}
          action={<SameAsAccounting form={form} index={index} />}
        >
          <TextField
            control={control}
            name={`addressList.${index}.name`}
            label="Nazwa adresu"
            placeholder={words.addressNameHint}
            required={index > 0 || id !== null}
          />
          <AddressFields
            control={control}
            names={{
              street: `addressList.${index}.street`,
              buildingNumber: `addressList.${index}.buildingNumber`,
              postCode: `addressList.${index}.postCode`,
              city: `addressList.${index}.city`,
              countryCode: `addressList.${index}.countryCode`,
            }}
          />
        </FormListItem>
      ))}
      <WideField>
        <AddButton
          label="Dodaj adres"
          disabledReason={list.fields.length >= CONTRACTOR_LIST_MAX ? LIST_IS_FULL : null}
          onAdd={() => list.append(NEW_ADDRESS)}
        />
      </WideField>
    </FormSection>
  );
}

function SameAsAccounting({ form, index }: { form: ContractorForm; index: number }) {
  const [street, buildingNumber, postCode, city, countryCode] = useWatch({
    control: form.control,
    name: ['street', 'buildingNumber', 'postCode', 'city', 'countryCode'],
  });
  const address = { street, buildingNumber, postCode, city, countryCode };
  const copy = () => {
    const before = form.getValues(`addressList.${index}`);
    const name = before.name.trim() === '' ? 'Adres księgowy' : before.name;
    form.setValue(
      `addressList.${index}`,
      { ...before, ...address, name },
      { shouldDirty: true, shouldValidate: form.formState.isSubmitted },
    );
  };
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      leftSection={<IconCopy size={14} aria-hidden />}
      onClick={copy}
      disabled={isBlankAddress({ street, buildingNumber, postCode, city })}
    >
      Taki sam jak adres księgowy
    </Button>
  );
}
