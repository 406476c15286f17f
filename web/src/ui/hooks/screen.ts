import { useMediaQuery } from '@mantine/hooks';

/** Screen widths (specification 2): a phone up to 600 px, a desktop from 1024 px. */
const PHONE = '(max-width: 600px)';
const DESKTOP = '(min-width: 1024px)';

/** Reads the value before the first render, so that the first render already fits the screen. */
const WITHOUT_EFFECT = { getInitialValueInEffect: false };

export function usePhone(): boolean {
  return useMediaQuery(PHONE, false, WITHOUT_EFFECT);
}

export function useDesktop(): boolean {
  return useMediaQuery(DESKTOP, true, WITHOUT_EFFECT);
}
