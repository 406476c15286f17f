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
function inputOf(name: string): Element | null {
  return document.getElementsByName(name)[0] ?? null;
}

function compare(one: Element | null, other: Element | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
