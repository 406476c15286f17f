/** The list of the page that something stands in, as what takes the keyboard. */
export function listBeside(element: Element | null): HTMLElement | null | undefined {
  return element?.closest('main')?.querySelector<HTMLElement>('section[tabindex]');
}

/** When what was pressed goes away, the keyboard goes on in the list, or, where none is left, in the page. */
export function goOnInList({ currentTarget }: { readonly currentTarget: Element }): void {
  const list = listBeside(currentTarget) ?? currentTarget.closest('main');
  list?.focus({ preventScroll: true });
}
