import { flushSync } from 'react-dom';

/**
 * Removes the item of a button. The button disappears with the item, so the focus moves to the next one: of
 * the following item, or the add button.
 */
export function removeAndFocusNext(button: HTMLButtonElement, remove: () => void): void {
  const controls = [...(button.form?.elements ?? [])];
  const after = controls.slice(controls.indexOf(button) + 1);
  const hadFocus = document.activeElement === button;
  flushSync(remove);
  if (hadFocus && !button.isConnected) nextButton(after)?.focus();
}

function nextButton(controls: readonly Element[]): HTMLButtonElement | undefined {
  return controls.find(
    (control): control is HTMLButtonElement =>
      control instanceof HTMLButtonElement && control.isConnected && control.tabIndex >= 0,
  );
}
