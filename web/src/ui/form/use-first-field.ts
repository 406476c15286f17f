import { type RefObject, useEffect } from 'react';

/** Devices with a keyboard: on a touch screen the focus would open a keyboard over half of the form. */
const HAS_KEYBOARD = '(hover: hover) and (pointer: fine)';

/** Focuses the first field of a new record's form, unless another element has the focus. */
export function useFirstField(form: RefObject<HTMLFormElement | null>, isNew: boolean): void {
  useEffect(() => {
    if (!isNew || !isFocusFree(form.current) || !matchMedia(HAS_KEYBOARD).matches) return undefined;
    const first = form.current?.querySelector<HTMLElement>('input:not([type=hidden], :disabled)');
    first?.focus({ preventScroll: true });
    return first ? skipValidationUntilTouched(first) : undefined;
  }, [form, isNew]);
}

/** Whether no element has the focus, or only the page, which gets the focus after a navigation. */
function isFocusFree(form: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement === (form?.closest('main') ?? body);
}

/**
 * Leaving the untouched field must not validate it: the error would move the clicked element away from the
 * pointer, and the click would be lost.
 */
function skipValidationUntilTouched(field: HTMLElement): () => void {
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
