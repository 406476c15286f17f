import type { MouseEvent } from 'react';

/**
 * Prevents a button or switch from taking the focus on mouse down. Otherwise the blur of a field would show the
 * field's error, the error would move the button away from the pointer, and the click would be lost.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/**
 * Applies keepFocus to every button of a form while one of the form's fields has the focus. Buttons in
 * popovers, such as a calendar, are not affected.
 */
export function keepFocusInField(event: MouseEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event;
  const button = target instanceof Element ? target.closest('button') : null;
  const focused = document.activeElement;
  const isInField = form.contains(focused) && !(focused instanceof HTMLButtonElement);
  if (isInField && button?.form === form) keepFocus(event);
}
