import { NBSP } from '@spichlerz/shared/words/figures';

/** A phone or registration number is read in one go, so it stays on one line. */
export function noBreak(number: string): string {
  return number.replaceAll(' ', NBSP);
}
