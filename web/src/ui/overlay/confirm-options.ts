import type { ReactNode } from 'react';

export type ConfirmOptions = {
  title: string;
  /** The effect, with numbers. */
  message: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** The confirm button is red and has no initial focus. */
  danger?: boolean;
};

/** A confirmation on the screen. */
export type PendingConfirmation = {
  readonly options: ConfirmOptions;
  readonly action: () => Promise<unknown>;
  /** Removes the confirmation from the screen. */
  readonly close: (confirmed: boolean) => void;
};
