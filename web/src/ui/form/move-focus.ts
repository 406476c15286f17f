import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { FieldErrors, FieldValues } from 'react-hook-form';

type InvalidField = { name: string; focus: () => void };

/**
 * Focuses the first invalid field in the order of the screen. React Hook Form uses the order of registration,
 * in which added list items come last.
 */
export function focusFirstError<Values extends FieldValues>(errors: FieldErrors<Values>): void {
  const invalid = invalidFields(errors, '').map((field) => ({ ...field, at: inputOf(field.name) }));
  const [first] = invalid.toSorted((one, other) => compare(one.at, other.at));
  first?.focus();
}

function invalidFields(node: unknown, name: string): InvalidField[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('type' in node && 'message' in node && typeof node.message === 'string') {
    const ref: unknown = 'ref' in node ? node.ref : undefined;
    return isFocusable(ref) ? [{ name, focus: () => ref.focus() }] : [];
  }
  return Object.entries(node).flatMap(([key, child]) =>
    invalidFields(child, name === '' ? key : `${name}.${key}`),
  );
}

function isFocusable(ref: unknown): ref is { focus: () => void } {
  return typeof ref === 'object' && ref !== null && 'focus' in ref && typeof ref.focus === 'function';
}

/** Every field has an input with its name, visible or hidden. */
function inputOf(name: string): HTMLElement | null {
  return document.getElementsByName(name)[0] ?? null;
}

/** Focuses a visible input at once; setFocus of React Hook Form waits for a timer. */
export function focusField(name: string): void {
  inputOf(name)?.focus();
}

function compare(one: Element | null, other: Element | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/**
 * Enter moves to the next input, as in a spreadsheet, and saves in the last input. Saving in an earlier input
 * would save proposed values that the user has not seen. With `data-enter-column`, Enter moves down the columns
 * of a table.
 */
export function enterMovesFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, target, currentTarget } = event;
  if (key !== 'Enter' || ctrlKey || metaKey || !(target instanceof HTMLInputElement)) return;
  const figures = [
    ...currentTarget.querySelectorAll<HTMLInputElement>('input:not(:disabled, [type="hidden"])'),
  ].toSorted((one, other) => columnOf(one) - columnOf(other));
  const next = figures[figures.indexOf(target) + 1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

const columnOf = (input: HTMLInputElement) =>
  Number(input.closest<HTMLElement>('[data-enter-column]')?.dataset['enterColumn'] ?? 0);

/**
 * Removes the item to which a remove button belongs. The button disappears with the item, so the focus moves to
 * the remove button of the next item or, if there is none, to the add button.
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
