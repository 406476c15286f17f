import { flushSync } from 'react-dom';

/**
 * Removes the entry a button belongs to. The button goes with it, and the focus with the button: the next one takes it
 * over, of the entry that moves up or of adding another.
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
