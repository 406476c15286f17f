import { useConfirmations } from './confirm.ts';
import { ConfirmationDialog } from './confirmation-dialog.tsx';

/** Renders the dialogs of requestConfirmation and confirmAction above everything else. */
export function Confirmations() {
  return useConfirmations().map(({ id, ...confirmation }) => (
    <ConfirmationDialog key={id} {...confirmation} />
  ));
}
