/** The list of the page that something stands in, as what takes the keyboard. */
export function listBeside(element: Element | null): HTMLElement | null | undefined {
  return element?.closest('main')?.querySelector<HTMLElement>('section[tabindex]');
}

/** When what was pressed goes away, the keyboard goes on in the list, or, where none is left, in the page. */
export function focusList({ currentTarget }: { readonly currentTarget: Element }): void {
  const list = listBeside(currentTarget) ?? currentTarget.closest('main');
  list?.focus({ preventScroll: true });
}

/**
 * A deleted row takes its button along, and so does a choice of rows: the keyboard goes on in their list, or in the page
 * when the last row took the list along.
 */
export function restoreFocus(opener: HTMLElement, list: HTMLElement, page: HTMLElement): void {
  const look = () => {
    if (opener.isConnected) return;
    stop();
    if (document.activeElement !== document.body) return;
    (list.isConnected ? list : page).focus({ preventScroll: true });
  };
  const watch = new MutationObserver(look);
  const stop = () => watch.disconnect();
  watch.observe(page, { childList: true, subtree: true });
  document.addEventListener('focusin', stop, { once: true });
  look();
}
