/** The list of the page that something stands in, as what takes the keyboard; on a phone there is none. */
export function listBeside(element: Element | null): HTMLElement | null | undefined {
  return element?.closest('main')?.querySelector<HTMLElement>('section[tabindex]');
}
