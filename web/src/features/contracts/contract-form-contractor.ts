import { isCompleteAddress } from '@spichlerz/shared/domain/contract';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractorRecord } from '@spichlerz/shared/wire/contractors';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { contractorQuery } from '../../api/contractors.ts';
import {
  type AddressValues,
  addressValuesOf,
  isBlankAddress,
  isSameAddress,
} from '../../components/field/address-values.ts';
import type { ContractForm } from './contract-form-values.ts';

/** The contractor chosen on the form, with addresses and contacts. */
export function useChosenContractor(side: Side, { control }: ContractForm): ContractorRecord | undefined {
  const id = useWatch({ control, name: 'contractorId' });
  const query = useQuery({ ...contractorQuery(side, id ?? 0), enabled: id !== null });
  return id === null ? undefined : query.data;
}

export type AddressChoice = { name: string; address: AddressValues };

/** Every address of a contractor that a contract may copy, the accounting one last (decisions 5). */
export function addressChoices(contractor: ContractorRecord | undefined): AddressChoice[] {
  if (contractor === undefined) return [];
  return [
    ...contractor.addressList.map((item) => ({ name: item.name, address: addressValuesOf(item) })),
    { name: 'Adres księgowy', address: addressValuesOf(contractor) },
  ].filter(({ address }) => !isBlankAddress(filled(address)));
}

/** An empty text of a form is no part of an address. */
function filled({ street, buildingNumber, postCode, city }: AddressValues) {
  return { street, buildingNumber, postCode, city };
}

export function isAddressBlank(address: AddressValues): boolean {
  return isBlankAddress(filled(address));
}

/** On a sale the goods go to the recipient either way; a supplier's address is only where goods are collected. */
const isAtContractor: BySide<(isFca: boolean) => boolean> = {
  purchase: (isFca) => isFca,
  sales: () => true,
};

/** Copies the contractor's first address while the form has none of its own. */
export function proposeAddress(side: Side, form: ContractForm, contractor: ContractorRecord): void {
  const choices = addressChoices(contractor);
  const [first] = choices;
  const best = choices.find(({ address }) => isCompleteAddress(address)) ?? first;
  if (best === undefined || !isAtContractor[side](form.getValues('fcaCpt'))) return;
  form.setValue('address', best.address, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
}

/** After another contractor is chosen: an address copied from the one before gives way to the new one's. */
export function useContractorChange(side: Side, form: ContractForm): (id: number | null) => Promise<void> {
  const client: QueryClient = useQueryClient();
  const before = useChosenContractor(side, form);
  return async (id) => {
    const address = form.getValues('address');
    const isOwn =
      !isAddressBlank(address) &&
      !addressChoices(before).some((choice) => isSameAddress(choice.address, address));
    if (id === null || isOwn) return;
    // a failure is told of the same query in useChosenContractor; the address can still be chosen or typed
    const contractor = await client.ensureQueryData(contractorQuery(side, id)).catch(() => undefined);
    if (contractor === undefined) return;
    // someone may have chosen again, or begun to type, while it loaded
    if (form.getValues('contractorId') === id && isSameAddress(form.getValues('address'), address)) {
      proposeAddress(side, form, contractor);
    }
  };
}
