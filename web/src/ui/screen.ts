import { useMediaQuery } from '@mantine/hooks';

/** The widths of specification section 2: a phone up to 600, a desktop from 1024. */
const PHONE = '(max-width: 600px)';
const DESKTOP = '(min-width: 1024px)';

/** Asked before the first drawing, so that nothing is drawn for one screen and then again for another. */
const AT_ONCE = { getInitialValueInEffect: false };

export function usePhone(): boolean {
  return useMediaQuery(PHONE, false, AT_ONCE);
}

export function useDesktop(): boolean {
  return useMediaQuery(DESKTOP, true, AT_ONCE);
}
