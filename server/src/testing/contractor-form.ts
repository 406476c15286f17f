let made = 0;

/** A contractor of either side, unlike any other. */
export function contractorForm<Overrides extends object>(overrides: Overrides = {} as Overrides) {
  made += 1;
  return {
    accountingMethod: 'VAT' as const,
    label: 'FIRMA' as const,
    companyName: `ZBOŻE${made}`,
    lastName: `Firma ${made}`,
    nip: String(5_000_000_000 + made),
    ...overrides,
  };
}
