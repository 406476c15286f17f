import { Loader, VisuallyHidden } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { ButtonWithReason } from '../ui/button-with-reason.tsx';
import { usePhone } from '../ui/hooks/screen.ts';
import { PRINTING, usePrintout } from './use-printout.ts';

type Props = {
  label: string;
  /** Resolves to null when the user cancels. */
  fetchFile: () => Promise<File | null>;
  /** The reason why nothing can be printed; null when something can. */
  disabledReason?: string | null;
  /** `light` in the bar of bulk actions. */
  variant?: 'default' | 'light';
};

/** Downloads a PDF and shows a loader until it arrives. On a phone the button has only an icon. */
export function PrintButton({ label, fetchFile, disabledReason = null, variant = 'default' }: Props) {
  const { isPrinting, print } = usePrintout();
  const isPhone = usePhone();
  const icon = isPrinting ? (
    <Loader size={14} aria-hidden />
  ) : (
    <IconPrinter size={16} stroke={1.5} aria-hidden />
  );
  return (
    <ButtonWithReason
      variant={variant}
      px={isPhone ? 10 : undefined}
      leftSection={isPhone ? undefined : icon}
      disabledReason={isPrinting ? PRINTING : disabledReason}
      onClick={() => void print(fetchFile)}
    >
      {isPhone ? icon : null}
      {isPhone ? <VisuallyHidden>{label}</VisuallyHidden> : label}
    </ButtonWithReason>
  );
}
