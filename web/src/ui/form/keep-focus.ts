import type { MouseEvent } from 'react';

/**
 * For a button or a switch below fields: pressing it does not take the focus from the field at once. Leaving the field
 * would show its error, push what is pressed away from under the mouse, and lose the click.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
