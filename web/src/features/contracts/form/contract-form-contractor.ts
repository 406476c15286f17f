import { isCompleteAddress } from '@spichlerz/shared/domain/contract';
import type { BySide, Side } from '@spichlerz/shared/domain/side';
import type { ContractorRecord } from '@spichlerz/shared/wire/contractors';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { contractorQuery } from '../../../api/contractors.ts';
import {
  type AddressValues,
  addressValuesOf,
  EMPTY_ADDRESS,
  isBlankAddress,
  isSameAddress,
} from '../../../components/field/address-values.ts';
import type { ContractForm } from './contract-form-values.ts';

/** The contractor selected in the form, with addresses and contacts. */
export function useChosenContractor(side: Side, { control }: ContractForm): ContractorRecord | undefined {
  const id = useWatch({ control, name: 'contractorId' });
  const query = useQuery({ ...contractorQuery(side, id ?? 0), enabled: id !== null });
  return id === null ? undefined : query.data;
}

export type AddressChoice = { name: string; address: AddressValues };

/** All addresses of a contractor that a contract can copy, the accounting address last (customer decisions 5). */
export function addressChoices(contractor: ContractorRecord | undefined): AddressChoice[] {
  if (contractor === undefined) return [];
  return [
    ...contractor.addressList.map((item) => ({ name: item.name, address: addressValuesOf(item) })),
    { name: 'Adres księgowy', address: addressValuesOf(contractor) },
  ].filter(({ address }) => !isBlankAddress(addressParts(address)));
}

/** The parts of an address that decide whether it is blank. */
function addressParts({ street, buildingNumber, postCode, city }: AddressValues) {
  return { street, buildingNumber, postCode, city };
}

export function isAddressBlank(address: AddressValues): boolean {
  return isBlankAddress(addressParts(address));
}

/**
 * Sales always deliver to the recipient; a purchase uses the supplier's address only when the goods are
 * collected there.
 */
const usesContractorAddress: BySide<(isFca: boolean) => boolean> = {
  purchase: (isFca) => isFca,
  sales: () => true,
};

/**
 * The contractor's address that the contract probably needs; undefined when its terms do not use the
 * contractor's address.
 */
function proposedAddress(
  side: Side,
  form: ContractForm,
  contractor: ContractorRecord | undefined,
): AddressValues | undefined {
  if (!usesContractorAddress[side](form.getValues('fcaCpt'))) return undefined;
  const choices = addressChoices(contractor);
  return (choices.find(({ address }) => isCompleteAddress(address)) ?? choices[0])?.address;
}

function writeAddress(form: ContractForm, address: AddressValues): void {
  const { isSubmitted, errors } = form.formState;
  const shouldValidate = isSubmitted || errors.address !== undefined;
  form.setValue('address', address, { shouldDirty: true, shouldValidate });
}

/** Copies the contractor's first address into an empty form. */
export function proposeAddress(side: Side, form: ContractForm, contractor: ContractorRecord): void {
  const address = proposedAddress(side, form, contractor);
  if (address !== undefined) writeAddress(form, address);
}

/** An address that was typed for a previous contractor and is still in the form. */
type TypedAddress = { readonly address: AddressValues; readonly contractorId: number };

type ContractorChange = {
  /** Called with the selected contractor, or null. */
  change: (id: number | null) => Promise<void>;
  /**
   * The address that was typed for a previous contractor, with a function to replace it by the new
   * contractor's.
   */
  typedAddress: { readonly address: AddressValues; readonly replace: (() => void) | null } | null;
};

/**
 * Changing the contractor removes an address copied from the previous contractor and proposes one of the new
 * contractor. A typed address stays, with a notice.
 */
export function useContractorChange(side: Side, form: ContractForm): ContractorChange {
  const client: QueryClient = useQueryClient();
  const [typedAddress, setTypedAddress] = useState<TypedAddress | null>(null);
  const [former, address, isFca] = useWatch({
    control: form.control,
    name: ['contractorId', 'address', 'fcaCpt'],
  });
  const chosen = useChosenContractor(side, form);
  // useChosenContractor reports a failure of the same query; the user can still select or type an address
  const read = (id: number) => client.ensureQueryData(contractorQuery(side, id)).catch(() => undefined);

  const change = async (id: number | null) => {
    const before = form.getValues('address');
    if (former !== null && !isAddressBlank(before)) {
      const isCopied = addressChoices(await read(former)).some((choice) =>
        isSameAddress(choice.address, before),
      );
      if (!isCopied) {
        setTypedAddress((known) =>
          known && isSameAddress(known.address, before) ? known : { address: before, contractorId: former },
        );
        return;
      }
      writeAddress(form, EMPTY_ADDRESS);
    }
    const contractor = id === null ? undefined : await read(id);
    if (contractor === undefined) return;
    // the user may have selected another contractor or started to type while it loaded
    if (form.getValues('contractorId') === id && isAddressBlank(form.getValues('address'))) {
      proposeAddress(side, form, contractor);
    }
  };

  const isStillTyped =
    typedAddress !== null &&
    former !== null &&
    former !== typedAddress.contractorId &&
    usesContractorAddress[side](isFca) &&
    isSameAddress(typedAddress.address, address);
  const theirs = proposedAddress(side, form, chosen);
  const replace = () => {
    if (theirs === undefined) return;
    // replacing the address removes the button that has the focus
    form.setFocus('contractorId');
    writeAddress(form, theirs);
  };
  return {
    change,
    typedAddress: isStillTyped ? { address, replace: theirs === undefined ? null : replace } : null,
  };
}
