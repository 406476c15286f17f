/** Returns the focusable list on the page that contains the element. */
export function findList(element: Element | null): HTMLElement | null | undefined {
  return element?.closest('main')?.querySelector<HTMLElement>('section[tabindex]');
}

/**
 * Moves the focus to the list, or to the page if it has no list, because the pressed control is about to
 * disappear.
 */
export function focusList({ currentTarget }: { readonly currentTarget: Element }): void {
  const list = findList(currentTarget) ?? currentTarget.closest('main');
  list?.focus({ preventScroll: true });
}

/**
 * Waits until `opener` is removed, for example with a deleted row or a cleared selection. Then moves the
 * focus to the list, or to the page if the list was removed, too. Does nothing once another element gets the
 * focus.
 */
export function restoreFocus(opener: HTMLElement, list: HTMLElement, page: HTMLElement): void {
  const check = () => {
    if (opener.isConnected) return;
    stop();
    if (document.activeElement !== document.body) return;
    (list.isConnected ? list : page).focus({ preventScroll: true });
  };
  const observer = new MutationObserver(check);
  const stop = () => {
    observer.disconnect();
    document.removeEventListener('focusin', stopAtOther);
  };
  const stopAtOther = ({ target }: FocusEvent) => target === opener || stop();
  observer.observe(page, { childList: true, subtree: true });
  document.addEventListener('focusin', stopAtOther);
  check();
}
