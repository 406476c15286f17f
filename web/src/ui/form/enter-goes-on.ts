import type { KeyboardEvent } from 'react';

/**
 * In a column of figures Enter goes on to the next one, as in a spreadsheet, and saves from the last one: after the
 * first figure the others are still only proposed.
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
