import type { Side } from '@spichlerz/shared/domain/side';
import { SIDE_LABELS } from '@spichlerz/shared/words/side';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { contractorCardQuery, deleteContractor } from '../../api/contractors.ts';
import { CONTRACTOR_WORDS } from '../../components/contractor/contractor-words.ts';
import { useAfterChange } from '../../components/save/after-change.ts';
import { confirmAction } from '../../ui/dialog/confirm.ts';
import { notifyError, notifySuccess } from '../../ui/notify.tsx';

type Doomed = { readonly id: number; readonly fullName: string };

/** Asks, deletes, and names the contracts that hold the contractor when they do. `onDeleted` leaves its page. */
export function useContractorDelete(
  side: Side,
  onDeleted: () => Promise<void> = () => Promise.resolve(),
): (contractor: Doomed) => void {
  const afterChange = useAfterChange();
  const client = useQueryClient();
  const words = CONTRACTOR_WORDS[side];
  return ({ id, fullName }) =>
    confirmAction({
      title: words.deleteTitle,
      message: `${SIDE_LABELS[side].contractor} ${fullName} zostanie usunięty razem z adresami i kontaktami. Tej czynności nie można cofnąć.`,
      confirmLabel: 'Usuń',
      danger: true,
      action: async () => {
        try {
          await deleteContractor(side, id);
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
          // a contract was made since the button was drawn
          const { usedIn } = await client.fetchQuery({ ...contractorCardQuery(side, id), staleTime: 0 });
          const reason = words.inUse(usedIn);
          if (reason === null) throw error;
          notifyError(reason, fullName);
          await afterChange('contractor');
          return;
        }
        await onDeleted();
        await afterChange('contractor');
        notifySuccess(fullName, words.deleted);
      },
    });
}
