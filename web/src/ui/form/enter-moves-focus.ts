import type { KeyboardEvent } from 'react';

/**
 * Enter moves to the next of several number fields, as in a spreadsheet, and saves in the last one. Saving
 * earlier would save proposed values that the user has not seen.
 */
export function enterMovesFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, target, currentTarget } = event;
  if (key !== 'Enter' || ctrlKey || metaKey || !(target instanceof HTMLInputElement)) return;
  const figures = [...currentTarget.querySelectorAll<HTMLInputElement>('input:not(:disabled)')];
  const next = figures[figures.indexOf(target) + 1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
