/** Matches the button of an open menu or panel, and the field of an open list of options. */
export const OPENED_MENU = '[aria-haspopup][aria-expanded="true"]';

/** Closes the open menu or panel. The focus moves to its button, because the focused entry disappears. */
export function closeOpenMenu(): void {
  const button = document.querySelector<HTMLElement>(`button${OPENED_MENU}`);
  button?.focus();
  button?.click();
}
