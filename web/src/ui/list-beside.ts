/** The list of the page that something stands in, as what takes the keyboard. */
export function listBeside(element: Element | null): HTMLElement | null | undefined {
  return element?.closest('main')?.querySelector<HTMLElement>('section[tabindex]');
}

/** When what was pressed goes away, the keyboard goes on in the list. */
export function goOnInList({ currentTarget }: { readonly currentTarget: Element }): void {
  listBeside(currentTarget)?.focus({ preventScroll: true });
}
