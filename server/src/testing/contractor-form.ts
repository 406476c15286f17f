let createdCount = 0;

/** A contractor of either side, unlike any other. */
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
