import type { MouseEvent } from 'react';

/**
 * For a button or a switch below fields: pressing it does not take the focus from the field at once. Leaving the field
 * would show its error, push what is pressed away from under the mouse, and lose the click.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/**
 * The same for every button of a form, while one of its fields has the focus: otherwise the button takes it, and gets
 * it back from a dialog. The buttons of what it opens elsewhere, such as a calendar, are not its own.
 */
export function keepFocusOnButtons(event: MouseEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event;
  const button = target instanceof Element ? target.closest('button') : null;
  const focused = document.activeElement;
  const isInField = form.contains(focused) && !(focused instanceof HTMLButtonElement);
  if (isInField && button?.form === form) keepFocus(event);
}
