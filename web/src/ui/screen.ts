/** The widths of specification section 2: a phone up to 600, a desktop from 1024. */
export const PHONE = '(max-width: 600px)';
export const DESKTOP = '(min-width: 1024px)';
