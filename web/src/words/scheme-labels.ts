/** Labels of the color schemes; `auto` follows the system. */
export const SCHEME_LABELS = { auto: 'Systemowy', light: 'Jasny', dark: 'Ciemny' } as const;
