import { isCompleteAddress } from '@spichlerz/shared/domain/contract';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractorRecord } from '@spichlerz/shared/wire/contractors';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { contractorQuery } from '../../api/contractors.ts';
import {
  type AddressValues,
  addressValuesOf,
  EMPTY_ADDRESS,
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

/** The address of a contractor that a contract is likely to need; none where the goods do not go through them. */
function likelyAddress(
  side: Side,
  form: ContractForm,
  contractor: ContractorRecord | undefined,
): AddressValues | undefined {
  if (!isAtContractor[side](form.getValues('fcaCpt'))) return undefined;
  const choices = addressChoices(contractor);
  return (choices.find(({ address }) => isCompleteAddress(address)) ?? choices[0])?.address;
}

function writeAddress(form: ContractForm, address: AddressValues): void {
  const { isSubmitted, errors } = form.formState;
  const shouldValidate = isSubmitted || errors.address !== undefined;
  form.setValue('address', address, { shouldDirty: true, shouldValidate });
}

/** Copies the contractor's first address while the form has none of its own. */
export function proposeAddress(side: Side, form: ContractForm, contractor: ContractorRecord): void {
  const address = likelyAddress(side, form, contractor);
  if (address !== undefined) writeAddress(form, address);
}

/** An address typed for one contractor, which stayed on the form when another was chosen. */
type Kept = { readonly address: AddressValues; readonly contractorId: number };

type ContractorChange = {
  /** To be told which contractor was chosen, null when none is any more. */
  change: (id: number | null) => Promise<void>;
  /** What was typed for another contractor and still stands there, with what would replace it. */
  kept: { readonly address: AddressValues; readonly replace: (() => void) | null } | null;
};

/**
 * When another contractor is chosen, an address copied from the one before goes with them, and the new one's is
 * proposed. One that was typed stays, and its person is told.
 */
export function useContractorChange(side: Side, form: ContractForm): ContractorChange {
  const client: QueryClient = useQueryClient();
  const [kept, setKept] = useState<Kept | null>(null);
  const [former, address, isFca] = useWatch({
    control: form.control,
    name: ['contractorId', 'address', 'fcaCpt'],
  });
  const chosen = useChosenContractor(side, form);
  // a failure is told of the same query in useChosenContractor; the address can still be chosen or typed
  const read = (id: number) => client.ensureQueryData(contractorQuery(side, id)).catch(() => undefined);

  const change = async (id: number | null) => {
    const before = form.getValues('address');
    if (former !== null && !isAddressBlank(before)) {
      const isCopied = addressChoices(await read(former)).some((choice) =>
        isSameAddress(choice.address, before),
      );
      if (!isCopied) {
        setKept((known) =>
          known && isSameAddress(known.address, before) ? known : { address: before, contractorId: former },
        );
        return;
      }
      writeAddress(form, EMPTY_ADDRESS);
    }
    const contractor = id === null ? undefined : await read(id);
    if (contractor === undefined) return;
    // someone may have chosen again, or begun to type, while it loaded
    if (form.getValues('contractorId') === id && isAddressBlank(form.getValues('address'))) {
      proposeAddress(side, form, contractor);
    }
  };

  const isKept =
    kept !== null &&
    former !== null &&
    former !== kept.contractorId &&
    isAtContractor[side](isFca) &&
    isSameAddress(kept.address, address);
  const theirs = likelyAddress(side, form, chosen);
  const replace = () => {
    if (theirs === undefined) return;
    // the button goes with what it stands in
    form.setFocus('contractorId');
    writeAddress(form, theirs);
  };
  return { change, kept: isKept ? { address, replace: theirs === undefined ? null : replace } : null };
}
