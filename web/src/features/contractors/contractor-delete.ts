import type { Side } from '@spichlerz/shared/domain/side';
import { ApiError } from '../../api/api-error.ts';
import { deleteContractor } from '../../api/contractors.ts';
import { useAfterChange } from '../../components/after-change.ts';
import { CONTRACTOR_WORDS } from '../../components/contractor/contractor-words.ts';
import { confirmAction } from '../../ui/dialog/confirm.tsx';
import { notifyError, notifySuccess } from '../../ui/notify.tsx';

type Doomed = { readonly id: number; readonly fullName: string };

/** Asks, deletes, and tells that contracts hold the contractor when they do. `onDeleted` leaves its page. */
export function useContractorDelete(
  side: Side,
  onDeleted: () => Promise<void> = () => Promise.resolve(),
): (contractor: Doomed) => void {
  const afterChange = useAfterChange();
  const words = CONTRACTOR_WORDS[side];
  return ({ id, fullName }) =>
    confirmAction({
      title: words.deleteTitle,
      message: `${fullName} zostanie usunięty razem z adresami i kontaktami. Tej czynności nie można cofnąć.`,
      confirmLabel: 'Usuń',
      danger: true,
      action: async () => {
        try {
          await deleteContractor(side, id);
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
          notifyError(words.inUse, fullName);
          return;
        }
        await onDeleted();
        await afterChange('contractor');
        notifySuccess(fullName, words.deleted);
      },
    });
}
