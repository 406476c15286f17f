import { type RefObject, useEffect } from 'react';

/** Where a keyboard is at hand: on a touch screen the focus would unfold one over half of the form. */
const HAS_KEYBOARD = '(hover: hover) and (pointer: fine)';

/** The form of a new record begins in its first field, unless the focus is somewhere else by now. */
export function useFirstField(form: RefObject<HTMLFormElement | null>, isNew: boolean): void {
  useEffect(() => {
    if (!isNew || document.activeElement !== document.body || !matchMedia(HAS_KEYBOARD).matches) {
      return undefined;
    }
    const first = form.current?.querySelector<HTMLElement>('input:not([type=hidden], :disabled)');
    first?.focus({ preventScroll: true });
    return first ? leftUntouched(first) : undefined;
  }, [form, isNew]);
}

/**
 * Nobody has entered the field yet, so leaving it by the mouse is not judged: its error would push what is being
 * clicked away from under the mouse, and the click would be lost.
 */
function leftUntouched(field: HTMLElement): () => void {
  const untouched = new AbortController();
  const { signal } = untouched;
  const touch = () => untouched.abort();
  for (const kind of ['keydown', 'pointerdown', 'input']) field.addEventListener(kind, touch, { signal });
  field.addEventListener(
    'focusout',
    (event) => {
      event.stopPropagation();
      touch();
    },
    { signal },
  );
  return touch;
}
