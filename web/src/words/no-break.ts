import { NBSP } from '@spichlerz/shared/words/figures';

/** Keeps a phone or registration number on one line. */
export function noBreak(number: string): string {
  return number.replaceAll(' ', NBSP);
}
