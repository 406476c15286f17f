import './modal.css';
import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { usePhone } from '../screen.ts';
import { useFocusReturn } from './focus-return.ts';
import { useIsTopDialogOpen } from './top-dialog-count.ts';

type Props = {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl' | '80rem';
  closeOnClickOutside?: boolean;
};

/** A window over the page, the whole screen on a phone. Mount it to open it. */
export function Dialog({ title, onClose, children, size = 'lg', closeOnClickOutside = true }: Props) {
  const isPhone = usePhone();
  const isCovered = useIsCovered();
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={isPhone}
      closeOnClickOutside={closeOnClickOutside}
      closeOnEscape={!isCovered}
    >
      {children}
    </Modal>
  );
}

/**
 * Whether a TopDialog lies above, so that Escape closes that one only. It counts for a moment longer than the other is
 * open: the very key that closes it also reaches the dialog below.
 */
function useIsCovered(): boolean {
  const isUnderOther = useIsTopDialogOpen();
  const [isCovered, setCovered] = useState(isUnderOther);
  useEffect(() => {
    const later = setTimeout(() => setCovered(isUnderOther), 0);
    return () => clearTimeout(later);
  }, [isUnderOther]);
  return isUnderOther || isCovered;
}
