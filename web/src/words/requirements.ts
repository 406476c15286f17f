/** The certificates that a contract requires, `GMP, CERT`; empty without any. */
export function formatRequirements(contract: {
  readonly isGmp: boolean;
  readonly isCert: boolean;
  readonly isFor: boolean;
}): string {
  const names = [contract.isGmp ? 'GMP' : '', contract.isCert ? 'CERT' : '', contract.isFor ? 'FOR' : ''];
  return names.filter((name) => name !== '').join(', ');
}
