import { CloseButton } from '@mantine/core';
import { createAtom, useSelector } from '@tanstack/react-store';
import {
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import classes from './top-dialog.module.css';
import { useFocusReturn } from './use-focus-return.ts';

type Props = {
  title: string;
  closeLabel: string;
  /** Undefined while the dialog cannot be closed. */
  onClose: (() => void) | undefined;
  /** Whether the dialog has full height at the side of the screen. A click outside then closes it. */
  isDrawer?: boolean;
  children: ReactNode;
};

/**
 * A small native dialog above everything else. The browser traps the focus and handles Escape. Its code is
 * part of the main bundle, so that confirmations work without a connection. It is open while mounted; larger
 * dialogs use Dialog.
 */
export function TopDialog({ title, closeLabel, onClose, isDrawer = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useFocusReturn();
  useCountTopDialog();
  useEffect(() => {
    // the dialog opens after the current key event, because the Escape key that opened it would close it again
    const later = setTimeout(() => {
      dialog.current?.showModal();
      dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    });
    return () => clearTimeout(later);
  }, []);
  const closeOnBackdropClick = ({ target }: MouseEvent) => {
    if (isDrawer && target === dialog.current) onClose?.();
  };
  const preventCancel = (event: SyntheticEvent) => {
    if (onClose === undefined) event.preventDefault();
  };
  // preventDefault works only once: a second Escape closes the dialog, so a dialog that cannot be closed is
  // shown again
  const handleClose = () => (onClose === undefined ? dialog.current?.showModal() : onClose());
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape does the same
    <dialog
      ref={dialog}
      className={isDrawer ? classes.side : classes.window}
      aria-labelledby={titleId}
      onCancel={preventCancel}
      onClose={handleClose}
      onClick={closeOnBackdropClick}
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

const openCount = createAtom(0);

function useCountTopDialog(): void {
  useLayoutEffect(() => {
    openCount.set((count) => count + 1);
    return () => openCount.set((count) => count - 1);
  }, []);
}

export const useIsTopDialogOpen = (): boolean => useSelector(openCount) > 0;
