let last: HTMLElement | null = null;

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest('[role="menu"]') === null) last = target;
});

/**
 * The element to focus after a dialog closes. document.activeElement is not enough: a menu item disappears
 * with its menu, and a disabled button loses the focus.
 */
export function lastFocus(): HTMLElement | null {
  return last;
}
