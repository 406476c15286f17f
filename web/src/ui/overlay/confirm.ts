import { createAtom, useSelector } from '@tanstack/react-store';
import type { ReactNode } from 'react';

export type ConfirmOptions = {
  title: string;
  /** The effect of the confirmed action, with counts and quantities. */
  message: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** Whether the confirm button is red and has no initial focus. */
  danger?: boolean;
};

/** A confirmation on the screen. */
export type PendingConfirmation = {
  readonly options: ConfirmOptions;
  readonly action: () => Promise<unknown>;
  /** Removes the confirmation from the screen. */
  readonly close: (confirmed: boolean) => void;
};

type OpenConfirmation = PendingConfirmation & { readonly id: number; readonly isConfirmed: () => boolean };

const openConfirmations = createAtom<readonly OpenConfirmation[]>([]);
let nextId = 0;

export const useConfirmations = (): readonly OpenConfirmation[] => useSelector(openConfirmations);

/**
 * Opens a confirmation and resolves to true if the user confirms. To run an action after the confirmation, use
 * `confirmAction`.
 */
export function requestConfirmation(options: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    addConfirmation(options, () => Promise.resolve(), resolve);
  });
}

/**
 * Opens a confirmation, then runs the action while the dialog shows a loader. On failure the dialog stays
 * open with the error.
 */
export function confirmAction(options: ConfirmOptions & { action: () => Promise<unknown> }): void {
  addConfirmation(options, options.action, () => undefined);
}

/**
 * Closes the confirmations of a page that the user leaves, except those whose action is running or has
 * failed.
 */
export function closeAllConfirmations(): void {
  for (const { isConfirmed, close } of openConfirmations.get()) if (!isConfirmed()) close(false);
}

function addConfirmation(
  options: ConfirmOptions,
  action: () => Promise<unknown>,
  onClose: (confirmed: boolean) => void,
): void {
  const id = nextId++;
  let isConfirmed = false;
  const run = () => {
    isConfirmed = true;
    return action();
  };
  const close = (confirmed: boolean) => {
    openConfirmations.set((open) => open.filter((other) => other.id !== id));
    onClose(confirmed);
  };
  openConfirmations.set((open) => [
    ...open,
    { id, options, action: run, isConfirmed: () => isConfirmed, close },
  ]);
}
