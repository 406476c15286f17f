/** Light, dark, or as the system has it. */
export const SCHEME_WORDS = { auto: 'Systemowy', light: 'Jasny', dark: 'Ciemny' } as const;
