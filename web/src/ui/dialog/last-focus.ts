let last: HTMLElement | null = null;

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest('[role="menu"]') === null) last = target;
});

/**
 * Where the keyboard was when a dialog opens. The active element does not tell it: an item of a menu goes away with
 * its menu, and a button that waits is disabled, which takes the focus from it.
 */
export function lastFocus(): HTMLElement | null {
  return last;
}
