/** How a row of another list names a contract: one without a number goes by its id, as on the screen. */
export function contractNumber(contract: { id: number; documentNumber: string | null }): string {
  return contract.documentNumber ?? `nr ${contract.id}`;
}
