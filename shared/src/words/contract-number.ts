/** A contract with its `id`, or a record that refers to one by `contractId` and may have another `id` itself. */
type Contract = { readonly documentNumber: string | null } & (
  | { readonly contractId: number }
  | { readonly id: number }
);

/** What people call a contract: its document number, or `nr` and its id when it has none. */
export function contractNumber(contract: Contract): string {
  return contract.documentNumber ?? `nr ${'contractId' in contract ? contract.contractId : contract.id}`;
}
