/**
 * Whether a Dialog or a native dialog such as TopDialog covers the page. The shortcuts of the page are then
 * ignored.
 */
export const isDialogOpen = (): boolean =>
  document.querySelector('[aria-modal="true"], dialog[open]') !== null;
