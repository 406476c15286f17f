/** A contract with its `id`, or a record that refers to a contract by `contractId`. */
type Contract = { readonly documentNumber: string | null } & (
  | { readonly contractId: number }
  | { readonly id: number }
);

/**
 * The displayed number of a contract: its document number, or `nr` and its id when it has no document number.
 */
export function contractNumber(contract: Contract): string {
  return contract.documentNumber ?? `nr ${'contractId' in contract ? contract.contractId : contract.id}`;
}
