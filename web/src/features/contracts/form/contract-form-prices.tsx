import { ADDITIONAL_OPTIONS_MAX } from '@spichlerz/shared/domain/contract';
import { INTEGER_MAX } from '@spichlerz/shared/domain/units';
import type { ReactNode } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { MoneyField } from '../../../components/field/unit-fields.tsx';
import { CheckboxField } from '../../../ui/field/switch-field.tsx';
import { AddButton, FormListItem } from '../../../ui/form/form-list.tsx';
import { WideField } from '../../../ui/form/form-shell.tsx';
import { ContractQualityField } from './contract-form-quality.tsx';
import { type ContractForm, NEW_OPTION } from './contract-form-values.ts';

const LIST_IS_FULL = `Kontrakt może mieć najwyżej ${ADDITIONAL_OPTIONS_MAX} dodatkowych opcji cenowych.`;

type Props = {
  form: ContractForm;
  /** The price limit, which only one side has. */
  children: ReactNode;
};

/** The fields of the main price and of the prices of additional qualities. */
export function ContractPrices({ form, children }: Props) {
  const { control } = form;
  const currency = useWatch({ control, name: 'currency' });
  const options = useFieldArray({ control, name: 'additionalCargoOption', keyName: 'key' });
  return (
    <>
      <MoneyField
        control={control}
        name="mainCargoOption.price"
        label="Cena główna"
        currency={currency}
        max={INTEGER_MAX}
        perTonne
        required
      />
      {children}
      {options.fields.map(({ key }, index) => (
        <FormListItem
          key={key}
          title={`Dodatkowa opcja cenowa ${index + 1}`}
          removeLabel={`Usuń: dodatkowa opcja cenowa ${index + 1}`}
          onRemove={() => options.remove(index)}
          columns={2}
        >
          <MoneyField
            control={control}
            name={`additionalCargoOption.${index}.price`}
            label="Cena"
            currency={currency}
            max={INTEGER_MAX}
            perTonne
            required
          />
          <ContractQualityField form={form} option={`additionalCargoOption.${index}`} />
          <CheckboxField
            control={control}
            name={`additionalCargoOption.${index}.attachToContract`}
            label="Załącz do umowy"
          />
        </FormListItem>
      ))}
      <WideField>
        <AddButton
          label="Dodaj opcję cenową"
          disabledReason={options.fields.length >= ADDITIONAL_OPTIONS_MAX ? LIST_IS_FULL : null}
          onAdd={() => options.append(NEW_OPTION)}
        />
      </WideField>
    </>
  );
}
