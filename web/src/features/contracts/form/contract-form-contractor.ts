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

/** Returns the contractor selected in the form, with addresses and contacts. */
export function useChosenContractor(side: Side, { control }: ContractForm): ContractorRecord | undefined {
  const id = useWatch({ control, name: 'contractorId' });
  const query = useQuery({ ...contractorQuery(side, id ?? 0), enabled: id !== null });
  return id === null ? undefined : query.data;
}

export type AddressChoice = { name: string; address: AddressValues };

/**
 * The addresses of a contractor that can be copied into a contract. The accounting address is the last
 * one (customer decisions 5).
 */
export function addressChoices(contractor: ContractorRecord | undefined): AddressChoice[] {
  if (contractor === undefined) return [];
  return [
    ...contractor.addressList.map((item) => ({ name: item.name, address: addressValuesOf(item) })),
    { name: 'Adres księgowy', address: addressValuesOf(contractor) },
  ].filter(({ address }) => !isBlankAddress(addressParts(address)));
}

/** The parts of an address that make it non-blank; the country alone does not. */
function addressParts({ street, buildingNumber, postCode, city }: AddressValues) {
  return { street, buildingNumber, postCode, city };
}

export function isAddressBlank(address: AddressValues): boolean {
  return isBlankAddress(addressParts(address));
}

/**
 * Whether the contract needs an address of the contractor. Sales always deliver to the recipient; a purchase is
 * collected at the supplier only under FCA.
 */
const usesContractorAddress: BySide<(isFca: boolean) => boolean> = {
  purchase: (isFca) => isFca,
  sales: () => true,
};

/**
 * The contractor's address that the form proposes: the first complete address or, if none is complete, the
 * first address. Undefined if the contractor has no address or the contract needs none.
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

/** Copies the proposed address of the contractor into the form. */
export function proposeAddress(side: Side, form: ContractForm, contractor: ContractorRecord): void {
  const address = proposedAddress(side, form, contractor);
  if (address !== undefined) writeAddress(form, address);
}

/** An address that was typed in the form while this contractor was selected. */
type TypedAddress = { readonly address: AddressValues; readonly contractorId: number };

type ContractorChange = {
  /** Called with the selected contractor, or null. */
  change: (id: number | null) => Promise<void>;
  /**
   * An address that was typed for the previous contractor. `replace` copies an address of the new contractor;
   * it is null if that contractor has no address.
   */
  typedAddress: { readonly address: AddressValues; readonly replace: (() => void) | null } | null;
};

/**
 * When the contractor changes, an address that was copied from the previous contractor is replaced by an
 * address of the new contractor, or cleared if the new contractor has no address. A typed address stays, and
 * the form shows a notice.
 */
export function useContractorChange(side: Side, form: ContractForm): ContractorChange {
  const client: QueryClient = useQueryClient();
  const [typedAddress, setTypedAddress] = useState<TypedAddress | null>(null);
  const [former, address, isFca] = useWatch({
    control: form.control,
    name: ['contractorId', 'address', 'fcaCpt'],
  });
  const chosen = useChosenContractor(side, form);
  // a failed load is ignored, because the user can type the address
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
    // while the contractor was loading, the user may have selected another contractor or typed an address
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
