let createdCount = 0;

/** Returns the form of a contractor of either side, with a name and a NIP that no other record has. */
export function contractorForm<Overrides extends object>(overrides: Overrides = {} as Overrides) {
  createdCount += 1;
  return {
    accountingMethod: 'VAT' as const,
    label: 'FIRMA' as const,
    companyName: `ZBOŻE${createdCount}`,
    lastName: `Firma ${createdCount}`,
    nip: String(5_000_000_000 + createdCount),
    ...overrides,
  };
}
