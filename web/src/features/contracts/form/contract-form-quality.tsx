import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { qualityOptionsQuery } from '../../../api/materials.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { SwitchField } from '../../../ui/field/switch-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import type { ContractForm } from './contract-form-values.ts';

type Props = { form: ContractForm; option: 'mainCargoOption' | `additionalCargoOption.${number}` };

/** The quality: a quality option of the raw material or, if the switch is on, a free text for this contract. */
export function ContractQualityField({ form: { control }, option }: Props) {
  const [rawMaterialId, isContractual] = useWatch({
    control,
    name: ['rawMaterialId', `${option}.isContractualQuality`],
  });
  const qualities = useQuery({
    ...qualityOptionsQuery(rawMaterialId ?? 0),
    enabled: rawMaterialId !== null,
  }).data;
  return (
    <Stack gap={8}>
      {isContractual ? (
        <TextField
          control={control}
          name={`${option}.contractualQuality`}
          label="Jakość kontraktowa"
          required
        />
      ) : (
        <SelectField
          control={control}
          name={`${option}.rawMaterialQualityId`}
          label="Jakość"
          options={qualities ?? []}
          placeholder={rawMaterialId === null ? 'Najpierw wybierz surowiec' : 'Wybierz jakość'}
          searchable
          required
        />
      )}
      <SwitchField
        control={control}
        name={`${option}.isContractualQuality`}
        label="Jakość kontraktowa"
        size="xs"
      />
    </Stack>
  );
}
