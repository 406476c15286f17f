import type { ContractRecord } from '@spichlerz/shared/wire/contracts';
import { type ContractValues, contractValuesOf, type Proposed } from './contract-form-values.ts';

/**
 * A new contract on the terms of another: with a number and notification of its own, and no transports. The owner
 * stays as long as they still work here.
 */
export function copiedContract(
  original: ContractRecord,
  proposed: Proposed,
  owners: readonly { value: number }[],
): ContractValues {
  const terms = contractValuesOf(original);
  const isOwnerHere = owners.some(({ value }) => value === original.userId);
  return {
    ...terms,
    documentNumber: proposed.documentNumber,
    status: 'NEW',
    agreementStatus: 'EMPTY',
    userId: isOwnerHere ? original.userId : proposed.userId,
    additionalCargoOption: terms.additionalCargoOption.map((option) => ({ ...option, id: null })),
    contactList: terms.contactList.map((contact) => ({ ...contact, id: null })),
    emailNotificationList: [...proposed.emails],
  };
}
