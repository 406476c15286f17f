import type { ReactNode } from 'react';

export type Question = {
  title: string;
  /** What will happen, in numbers. */
  message: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** The confirming button is red and does not hold the focus at first. */
  danger?: boolean;
};

/** A question on the screen. */
export type Asked = {
  readonly question: Question;
  readonly action: () => Promise<unknown>;
  /** Takes the question off the screen. */
  readonly close: (confirmed: boolean) => void;
};
