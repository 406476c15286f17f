import './modal.css';
import { Modal } from '@mantine/core';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { usePhone } from '../hooks/screen.ts';
import { useIsTopDialogOpen } from './top-dialog.tsx';
import { useFocusReturn } from './use-focus-return.ts';

type Props = {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl' | '80rem';
  closeOnClickOutside?: boolean;
};

/** A modal dialog, full screen on a phone. It is open while mounted. */
export function Dialog({ title, onClose, children, size = 'lg', closeOnClickOutside = true }: Props) {
  const isPhone = usePhone();
  const isCovered = useIsBelowTopDialog();
  useFocusReturn();
  // the empty dialog is painted first, because a large form takes several frames on a slow computer
  const isFilled = useDeferredValue(true, false);
  return (
    <Modal
      opened
      trapFocus={isFilled}
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={isPhone}
      closeOnClickOutside={closeOnClickOutside}
      closeOnEscape={!isCovered}
    >
      {isFilled ? children : null}
    </Modal>
  );
}

/**
 * Whether a TopDialog is open above, so that Escape closes only the TopDialog. Stays true until the next task,
 * because the same key event also reaches the dialog below.
 */
function useIsBelowTopDialog(): boolean {
  const isUnderOther = useIsTopDialogOpen();
  const [isCovered, setCovered] = useState(isUnderOther);
  useEffect(() => {
    const later = setTimeout(() => setCovered(isUnderOther), 0);
    return () => clearTimeout(later);
  }, [isUnderOther]);
  return isUnderOther || isCovered;
}
