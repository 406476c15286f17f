/**
 * Whether a dialog covers the page: a Dialog, or a native one such as TopDialog. Shortcuts of the page are ignored
 * then.
 */
export const isDialogOpen = (): boolean =>
  document.querySelector('[aria-modal="true"], dialog[open]') !== null;
