import { WideField } from '../../../ui/form/form-shell.tsx';
import { RequirementSwitches } from './contract-form-requirements.tsx';
import type { ContractForm } from './contract-form-values.ts';

/** Certificates that the recipient requires. */
export function SalesRequirements({ form: { control } }: { form: ContractForm }) {
  return (
    <WideField>
      <RequirementSwitches control={control} />
    </WideField>
  );
}
