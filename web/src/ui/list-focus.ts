/** The focusable list on the page of an element. */
export function findList(element: Element | null): HTMLElement | null | undefined {
  return element?.closest('main')?.querySelector<HTMLElement>('section[tabindex]');
}

/**
 * Moves the focus to the list, or to the page without a list, because the pressed control is about to
 * disappear.
 */
export function focusList({ currentTarget }: { readonly currentTarget: Element }): void {
  const list = findList(currentTarget) ?? currentTarget.closest('main');
  list?.focus({ preventScroll: true });
}

/**
 * A deleted row removes its button, and so does a cleared selection. When that happens, moves the focus to
 * the list, or to the page when the list is gone too.
 */
export function restoreFocus(opener: HTMLElement, list: HTMLElement, page: HTMLElement): void {
  const check = () => {
    if (opener.isConnected) return;
    stop();
    if (document.activeElement !== document.body) return;
    (list.isConnected ? list : page).focus({ preventScroll: true });
  };
  const observer = new MutationObserver(check);
  const stop = () => observer.disconnect();
  observer.observe(page, { childList: true, subtree: true });
  document.addEventListener('focusin', stop, { once: true });
  check();
}
