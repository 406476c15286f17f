import { Loader } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { RefusableButton } from '../ui/refusable-button.tsx';
import { PRINTING, usePrintout } from './use-printout.ts';

type Props = {
  label: string;
  fetchFile: () => Promise<File>;
  /** Why there is nothing to print, null when there is. */
  refused?: string | null;
};

/** Gets a document as a PDF; busy meanwhile. */
export function PrintButton({ label, fetchFile, refused = null }: Props) {
  const { isPrinting, print } = usePrintout();
  return (
    <RefusableButton
      variant="default"
      leftSection={
        isPrinting ? <Loader size={14} aria-hidden /> : <IconPrinter size={16} stroke={1.5} aria-hidden />
      }
      refused={isPrinting ? PRINTING : refused}
      onClick={() => void print(fetchFile)}
    >
      {label}
    </RefusableButton>
  );
}
