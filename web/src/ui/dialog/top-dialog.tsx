import { CloseButton } from '@mantine/core';
import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { useFocusReturn } from './focus-return.ts';
import classes from './top-dialog.module.css';
import { useCountedTopDialog } from './top-dialog-count.ts';

type Props = {
  title: string;
  closeLabel: string;
  /** Absent while it cannot be closed. */
  onClose: (() => void) | undefined;
  /** At the side of the screen, as high as it is; a click beside it closes it. */
  isAtSide?: boolean;
  children: ReactNode;
};

/**
 * A small window of the browser's own over everything else, which holds the focus and answers Escape itself. It is part
 * of the application: what it asks must be asked without a connection too. Mount it to open it. Larger windows are a
 * Dialog.
 */
export function TopDialog({ title, closeLabel, onClose, isAtSide = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useFocusReturn();
  useCountedTopDialog();
  useEffect(() => {
    // after the key that asked for it: the same Escape would close what it has just opened
    const later = setTimeout(() => {
      dialog.current?.showModal();
      dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    });
    return () => clearTimeout(later);
  }, []);
  const closeBeside = ({ target }: MouseEvent) => {
    if (isAtSide && target === dialog.current) onClose?.();
  };
  const hold = (event: SyntheticEvent) => {
    if (onClose === undefined) event.preventDefault();
  };
  // a browser lets itself be held back once, and closes it at the second Escape
  const closeOrStay = () => (onClose === undefined ? dialog.current?.showModal() : onClose());
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape does the same
    <dialog
      ref={dialog}
      className={isAtSide ? classes.side : classes.window}
      aria-labelledby={titleId}
      onCancel={hold}
      onClose={closeOrStay}
      onClick={closeBeside}
    >
      <div className={classes.inside}>
        <div className={classes.header}>
          <h2 id={titleId} className={classes.title}>
            {title}
          </h2>
          <CloseButton aria-label={closeLabel} onClick={onClose} disabled={onClose === undefined} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
