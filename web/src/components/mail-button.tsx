import type { MailedPrintoutKind } from '@spichlerz/shared/calls/printout-mails';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { ButtonWithReason } from '../ui/button-with-reason.tsx';
import { MailDialog } from './mail-dialog.tsx';

type Props = {
  kind: MailedPrintoutKind;
  id: number;
  /** The accessible name, which contains the name of the printout. The button shows only the first word. */
  label: string;
  disabledReason?: string | null;
};

/** Opens the dialog that mails a printout. */
export function MailButton({ kind, id, label, disabledReason = null }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ButtonWithReason
        variant="default"
        leftSection={<IconMail size={16} stroke={1.5} aria-hidden />}
        aria-label={label}
        disabledReason={disabledReason}
        onClick={() => setOpen(true)}
      >
        Wyślij
      </ButtonWithReason>
      {isOpen ? <MailDialog kind={kind} id={id} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
