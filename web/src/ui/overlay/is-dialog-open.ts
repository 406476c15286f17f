/** Whether a dialog covers the page: a Dialog, or a native one such as TopDialog. Keys of the page wait for it. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[aria-modal="true"], dialog[open]') !== null;
