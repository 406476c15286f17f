import { Group } from '@mantine/core';
import { SwitchField } from '../../../ui/field/switch-field.tsx';
import type { ContractForm } from './contract-form-values.ts';

export function RequirementSwitches({ control }: { control: ContractForm['control'] }) {
  return (
    <Group gap="xl">
      <SwitchField control={control} name="isFor" label="FOR" />
      <SwitchField control={control} name="isCert" label="CERT" />
      <SwitchField control={control} name="isGmp" label="GMP" />
    </Group>
  );
}
