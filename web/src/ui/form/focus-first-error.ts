import type { FieldErrors, FieldValues } from 'react-hook-form';

type Wrong = { name: string; focus: () => void };

/**
 * Focuses the first field in error as the screen has them. The form library goes by the order in which fields were
 * registered, which puts entries added to a list after everything below it.
 */
export function focusFirstError<Values extends FieldValues>(errors: FieldErrors<Values>): void {
  const wrong = wrongFields(errors, '').map((field) => ({ ...field, at: placeOf(field.name) }));
  const [first] = wrong.toSorted((one, other) => compare(one.at, other.at));
  first?.focus();
}

function wrongFields(node: unknown, name: string): Wrong[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('type' in node && 'message' in node && typeof node.message === 'string') {
    const ref: unknown = 'ref' in node ? node.ref : undefined;
    return isFocusable(ref) ? [{ name, focus: () => ref.focus() }] : [];
  }
  return Object.entries(node).flatMap(([key, child]) =>
    wrongFields(child, name === '' ? key : `${name}.${key}`),
  );
}

function isFocusable(ref: unknown): ref is { focus: () => void } {
  return typeof ref === 'object' && ref !== null && 'focus' in ref && typeof ref.focus === 'function';
}

/** Every field has an input of its name, hidden or not. */
function placeOf(name: string): Element | null {
  return document.getElementsByName(name)[0] ?? null;
}

function compare(one: Element | null, other: Element | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
