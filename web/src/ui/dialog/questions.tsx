import { useConfirmations } from './confirm.ts';
import { ConfirmationDialog } from './question-dialog.tsx';

/** Draws what requestConfirmation and confirmAction ask, over everything else. */
export function Confirmations() {
  return useConfirmations().map(({ id, ...asked }) => <ConfirmationDialog key={id} {...asked} />);
}
