/** What a contract asks for besides its goods, `GMP, CERT`; empty when it asks for nothing. */
export function formatRequirements(contract: {
  readonly isGmp: boolean;
  readonly isCert: boolean;
  readonly isFor: boolean;
}): string {
  const names = [contract.isGmp ? 'GMP' : '', contract.isCert ? 'CERT' : '', contract.isFor ? 'FOR' : ''];
  return names.filter((name) => name !== '').join(', ');
}
