/** A contract itself, or what names one; a truck that names one has an id of its own beside it. */
type Contract = { readonly documentNumber: string | null } & (
  | { readonly contractId: number }
  | { readonly id: number }
);

/** How people call a contract: one without a number goes by its id. */
export function contractNumber(contract: Contract): string {
  return contract.documentNumber ?? `nr ${'contractId' in contract ? contract.contractId : contract.id}`;
}
