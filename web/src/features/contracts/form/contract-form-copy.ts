import type { ContractWithRules } from './contract-form-rule-values.ts';
import { type ContractValues, contractValuesOf, type ProposedValues } from './contract-form-values.ts';

/**
 * The values of a new contract with the terms of another contract. Number, statuses, date of conclusion,
 * notification and transports are not copied. The owner is copied if the owner is still an active user.
 */
export function copiedContract(
  original: ContractWithRules,
  proposed: ProposedValues,
  owners: readonly { value: number }[],
): ContractValues {
  const terms = contractValuesOf(original);
  const isOwnerHere = owners.some(({ value }) => value === original.userId);
  return {
    ...terms,
    documentNumber: proposed.documentNumber,
    status: 'NEW',
    agreementStatus: 'EMPTY',
    concludedOn: '',
    userId: isOwnerHere ? original.userId : proposed.userId,
    additionalCargoOption: terms.additionalCargoOption.map((option) => ({ ...option, id: null })),
    contactList: terms.contactList.map((contact) => ({ ...contact, id: null })),
    emailNotificationList: [...proposed.emails],
  };
}
